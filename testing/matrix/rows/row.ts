import { AS_HERE, PERSONAS, type Persona, type World } from '../world.ts'

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

/**
 * Allowed to these, refused as said to all other signed-in ones, and always to whoever is signed out. Whoever holds one
 * role here and another elsewhere gets what their role here does, unless they are named themselves.
 */
export const allowed = (
  those: readonly Persona[],
  others: Partial<Record<Outcome, readonly Persona[]>> = {},
): Record<Persona, Outcome> => {
  const named = (persona: Persona): Outcome | undefined => {
    if (those.includes(persona)) return 'ok'
    return Object.entries(others).find(([, personas]) => personas.includes(persona))?.[0] as
      | Outcome
      | undefined
  }
  const outcomeOf = (persona: Persona): Outcome => {
    if (persona === 'signedOut') return 'UNAUTHENTICATED'
    return named(persona) ?? named(AS_HERE[persona] ?? persona) ?? 'NOT_FOUND'
  }
  return Object.fromEntries(PERSONAS.map((persona) => [persona, outcomeOf(persona)])) as Record<
    Persona,
    Outcome
  >
}

export const EVERYBODY: readonly Persona[] = PERSONAS.filter((persona) => persona !== 'signedOut')
/** Who holds any permission on the portfolio and so sees it. */
export const MEMBERS: readonly Persona[] = EVERYBODY.filter(
  (persona) => !['outsider', 'foreign', 'nextAdmin'].includes(persona),
)
/** With those whose role here is one of theirs. */
const withPlaces = (those: readonly Persona[]): readonly Persona[] =>
  PERSONAS.filter((persona) => those.includes(AS_HERE[persona] ?? persona))
export const ADMINS: readonly Persona[] = ['superUser', 'orgAdmin', 'dealAdmin']
export const ORGANISATION_ADMINS: readonly Persona[] = ['superUser', 'orgAdmin']
export const USERS_ADMINS: readonly Persona[] = ['superUser', 'orgAdmin', 'usersAdmin']
/** Who administers some deal room of the organisation, and chooses among its people for it. */
export const DEALROOM_ADMINS_SOMEWHERE: readonly Persona[] = [
  'dealAdmin',
  'viewerAdminNext',
  'guestAdminCompany',
  'nextAdmin',
]
export const EDITORS: readonly Persona[] = [...ADMINS, 'contributor']
/** Who holds any permission on the holding company. */
export const IN_COMPANY: readonly Persona[] = [
  'superUser',
  'dealAdmin',
  'reports',
  'bidder',
  'guestAdminCompany',
]
export const READERS: readonly Persona[] = withPlaces([...EDITORS, 'viewer', 'bidder', 'rival'])
export const REPORT_READERS: readonly Persona[] = withPlaces([...EDITORS, 'viewer', 'reports'])
export const without = (those: readonly Persona[], ...left: Persona[]): Persona[] =>
  those.filter((persona) => !left.includes(persona))
/** Members who lack the right: they see the portfolio, so they may learn that they are not authorised. */
export const lacking = (those: readonly Persona[]) => ({
  FORBIDDEN: MEMBERS.filter((each) => !those.includes(each)),
})

/** Of the organisation: whoever holds anything in it may learn that they are not authorised. */
export const lackingInOrganisation = (those: readonly Persona[]) => ({
  FORBIDDEN: [...MEMBERS, 'nextAdmin' as const].filter((each) => !those.includes(each)),
})

/** Of something that belongs to this person: to nobody who has the same role. */
export const own = (persona: Persona, others: Parameters<typeof allowed>[1] = {}): Record<Persona, Outcome> =>
  allowed([persona], {
    ...others,
    NOT_FOUND: PERSONAS.filter((each) => each !== persona && AS_HERE[each] === persona),
  })

export const object = (data: unknown): Record<string, unknown> => (data ?? {}) as Record<string, unknown>
export const list = (data: unknown): Record<string, unknown>[] => (Array.isArray(data) ? data : [])
export const names = (data: unknown): unknown[] => list(data).map((each) => each.name)
