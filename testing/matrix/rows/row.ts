import { PERSONAS, type Persona, type World } from '../world.ts'

/** What a persona gets: an answer that satisfies `holds`, or the code of the refusal. */
export type Outcome = 'ok' | 'NOT_FOUND' | 'FORBIDDEN' | 'UNAUTHENTICATED' | 'BAD_USER_INPUT' | 'CONFLICT'

export interface Row {
  /** Root field, such as `Query.viewer`. */
  field: string
  /** What is special about this case; several cases may ask one field. */
  title: string
  query: string
  /** Who asks matters only where the first answer leaves nothing for the next one. */
  variables: (world: World, persona: Persona) => Record<string, unknown>
  expected: Record<Persona, Outcome>
  /** What an allowed answer must look like; given who asks, where that matters. */
  holds: (data: unknown, persona: Persona, world: World) => boolean
}

/** Allowed to these, refused as said to all other signed-in ones, and always to whoever is signed out. */
export const allowed = (
  those: readonly Persona[],
  others: Partial<Record<Exclude<Outcome, 'ok'>, readonly Persona[]>> = {},
): Record<Persona, Outcome> => {
  const outcomeOf = (persona: Persona): Outcome => {
    if (persona === 'signedOut') return 'UNAUTHENTICATED'
    if (those.includes(persona)) return 'ok'
    const named = Object.entries(others).find(([, personas]) => personas.includes(persona))
    return (named?.[0] as Outcome | undefined) ?? 'NOT_FOUND'
  }
  return Object.fromEntries(PERSONAS.map((persona) => [persona, outcomeOf(persona)])) as Record<
    Persona,
    Outcome
  >
}

export const EVERYBODY: readonly Persona[] = PERSONAS.filter((persona) => persona !== 'signedOut')
/** Who holds any permission on the portfolio and so sees it. */
export const MEMBERS: readonly Persona[] = EVERYBODY.filter(
  (persona) => persona !== 'outsider' && persona !== 'foreign',
)
export const ADMINS: readonly Persona[] = ['superUser', 'orgAdmin', 'dealAdmin']
export const ORGANISATION_ADMINS: readonly Persona[] = ['superUser', 'orgAdmin']
export const USERS_ADMINS: readonly Persona[] = ['superUser', 'orgAdmin', 'usersAdmin']
export const EDITORS: readonly Persona[] = [...ADMINS, 'contributor']
/** Who holds any permission on the holding company. */
export const IN_COMPANY: readonly Persona[] = ['superUser', 'dealAdmin', 'reports', 'bidder']
export const READERS: readonly Persona[] = [...EDITORS, 'viewer', 'bidder', 'rival']
export const REPORT_READERS: readonly Persona[] = [...EDITORS, 'viewer', 'reports']
export const without = (those: readonly Persona[], ...left: Persona[]): Persona[] =>
  those.filter((persona) => !left.includes(persona))
/** Members who lack the right: they see the portfolio, so they may learn that they are not authorised. */
export const lacking = (those: readonly Persona[]) => ({
  FORBIDDEN: MEMBERS.filter((each) => !those.includes(each)),
})

export const object = (data: unknown): Record<string, unknown> => (data ?? {}) as Record<string, unknown>
export const list = (data: unknown): Record<string, unknown>[] => (Array.isArray(data) ? data : [])
export const names = (data: unknown): unknown[] => list(data).map((each) => each.name)
