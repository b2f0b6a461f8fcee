// Display names of API values. Shared with browser modules, so this file imports no package types.

export const ROLE_NAMES = {
  ADMIN: 'Administrator',
  MANAGER: 'Manager',
  TECHNICIAN: 'Technician',
  EDITOR: 'Editor',
}

export const STATUS_NAMES = {
  PENDING: 'Pending',
  BOOKED: 'Booked',
  SHOOTING: 'Shooting',
  UPLOADED: 'Uploaded',
  EDITING: 'Editing',
  IN_REVIEW: 'In review',
  DELIVERED: 'Delivered',
  IN_REVISION: 'In revision',
  CANCELLED: 'Canceled',
}

export const MEDIA_TYPE_NAMES = {
  PHOTO: 'Photo',
  VIDEO: 'Video',
  FLOORPLAN: 'Floor plan',
  VIRTUAL_TOUR: 'Virtual tour',
  PROPERTY_WEBSITE: 'Website',
  BROCHURE: 'Brochure',
  DOCUMENT: 'Document',
}
