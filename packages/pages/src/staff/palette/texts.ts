export const TEXTS = {
  search: 'Search',
  label: 'Search jobs, customers and pages',
  hint: 'Street, customer, page…',
  close: 'Close',
  pages: 'Pages',
  jobs: 'Jobs',
  customers: 'Customers',
  noAddress: 'No address yet',
  found: (count: number) =>
    count === 0 ? 'Nothing found' : count === 1 ? '1 result' : `${count} results`,
  searching: 'Searching…',
  failed: "Search isn't available right now. Try again in a moment.",
} as const
