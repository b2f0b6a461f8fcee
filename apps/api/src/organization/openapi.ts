import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  getOrganization: {
    summary: 'Get your organization and its settings',
    description: 'The organization of the key, or the one that `x-org-id` names.',
  },
  updateOrganization: {
    examples: {
      settings: {
        name: 'Alder Media',
        logoUrl: 'https://alder.example/logo.svg',
        colour: '#1f6feb',
        timeZone: 'America/Los_Angeles',
        locale: 'en-US',
        deliveryTerms: 'Licensed for the marketing of this property.',
        showAddressOnOriginals: false,
      },
      clear: { logoUrl: null },
    },
    summary: 'Change the settings of your organization',
    description: 'ADMIN only. The client’s pages show the settings. `null` clears a setting.',
  },
})
