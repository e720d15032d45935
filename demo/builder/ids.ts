import type { DemoTree } from '../plan.ts'

/** The id behind a key; a plan that names what it does not hold is wrong, and says what is missing. */
export const idOf = (ids: ReadonlyMap<string, string>, kind: string, key: string): string => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The demo's plan names the ${kind} "${key}", which it does not hold.`)
  return id
}

export interface Ids {
  readonly organisations: Map<string, string>
  readonly people: Map<string, string>
  readonly portfolios: Map<string, string>
  readonly companies: Map<string, string>
  /** By organisation and name. */
  readonly groups: Map<string, string>
  /** By organisation and text. */
  readonly labels: Map<string, string>
  /** By the entity of the tree, and path. */
  readonly files: Map<string, string>
}

export const groupKey = (organisation: string, name: string): string => `${organisation} ${name}`

export const fileKey = (entity: string, path: string): string => `${entity}/${path}`

export const labelKey = (organisation: string, label: string): string => `${organisation}/${label}`

export const ownerIdOf = (ids: Ids, { kind, slug }: DemoTree['owner']): string => {
  if (kind === 'ORGANISATION') return idOf(ids.organisations, 'organisation', slug)
  return kind === 'PORTFOLIO'
    ? idOf(ids.portfolios, 'portfolio', slug)
    : idOf(ids.companies, 'holding company', slug)
}
