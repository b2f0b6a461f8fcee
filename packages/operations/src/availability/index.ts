export { type Availability, type AvailabilityInput, getAvailability } from './get-availability.ts'
