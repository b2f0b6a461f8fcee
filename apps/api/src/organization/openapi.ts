import { operationDocs } from '../operation-docs.ts'

export const docs = operationDocs({
  getOrganization: {
    summary: 'Get your organization and its settings',
    description:
      'Returns the organization of the key, or the one that `x-org-id` names, with its settings.',
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
    description:
      'Changes the settings of the organization, which the client’s pages show. `null` clears a setting.',
  },
})
