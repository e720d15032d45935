/** Where the pages of each kind of fund entity begin (HOME-16). */
const BASES = { Portfolio: '/portfolios' } as const

/** The address of a fund entity's page. */
export const entityAddress = (entity: { __typename: keyof typeof BASES; slug: string }): string =>
  `${BASES[entity.__typename]}/${entity.slug}`

/** The address of a portfolio's page. */
export const portfolioAddress = (slug: string): string => entityAddress({ __typename: 'Portfolio', slug })
