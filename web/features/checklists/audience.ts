import type { Entry } from './commentLog.ts'
import type { Checklist } from './matrix.ts'

/** Parties that a comment may name; null but for the deal team. */
export type Parties = Checklist['parties']

export const EVERYBODY = 'EVERYBODY'
export const DEAL_TEAM = 'DEAL_TEAM'

export interface AudienceOption {
  readonly value: string
  readonly label: string
}

/** Whom a comment of the deal team may name (CHK-47). */
export const audiencesOf = (parties: NonNullable<Parties>): AudienceOption[] => [
  { value: EVERYBODY, label: 'Everybody' },
  { value: DEAL_TEAM, label: 'Deal team' },
  ...parties.map(({ id, name }) => ({ value: id, label: name })),
]

/** The party of the newest comment in sight, else the deal team (CHK-47). */
export function firstAudience(entries: readonly Entry[], parties: NonNullable<Parties>): string {
  const newest = entries.at(-1)?.audience
  return parties.some(({ id }) => id === newest) && newest !== undefined ? newest : DEAL_TEAM
}

/** For whom a comment is, in words. */
export function audienceWords(audience: string, parties: Parties): string {
  if (audience === EVERYBODY) return 'Everybody'
  if (parties === null) return 'Your party'
  return audience === DEAL_TEAM ? 'Deal team' : (parties.find(({ id }) => id === audience)?.name ?? 'A party')
}
