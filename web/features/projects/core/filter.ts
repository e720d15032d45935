/** What the page's search and filters leave (RAD-08). */
export interface ProjectFilter {
  orgSlug: string
  portfolioIds: readonly string[] | null
  isOwned: boolean | null
  search: string | null
}

/** A filter as operations take it. */
export const variablesOf = ({ portfolioIds, ...filter }: ProjectFilter) => ({
  ...filter,
  portfolioIds: portfolioIds ? [...portfolioIds] : null,
})
