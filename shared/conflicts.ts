import type { ChecklistItemStatus } from './checklists.ts'
import type { GivenLevel } from './documentLevels.ts'
import type { Mark } from './markRules.ts'
import type { RedactionArea } from './redactions.ts'
import type { RichText } from './richText.ts'

/** What stands behind an id. */
export interface Named {
  readonly id: string
  readonly name: string
}

/** An item of a checklist, as far as it is changed. */
interface ItemState {
  readonly status: ChecklistItemStatus
  readonly userId: string | null
  readonly link: string | null
}

/** Of the questions of a log; null is no limit. */
interface LogLimits {
  readonly total: number | null
  readonly perDay: number | null
  readonly perParty: number | null
  readonly endsAt: string | null
}

type State<Revision, Newer> = { readonly revision: Revision; readonly newer: Newer }

/**
 * What a refused save says of the newer state, by the kind of record: `revision` is what a further save has to know, in
 * the form in which the API takes it, and `newer` the values, by the names of the API's fields. Null where the page reads
 * the record again, which has more to it than the save.
 */
export interface NewerStates {
  page: State<
    number,
    {
      readonly title: string
      readonly description: string
      readonly restricted: boolean
      readonly roles: readonly string[]
      readonly groups: readonly string[]
    }
  >
  /** Of a directory that people sign in by. */
  ssoConnection: State<
    number,
    {
      readonly name: string
      readonly domains: readonly string[]
      readonly isOn: boolean
      readonly isRequired: boolean
      readonly secondFactorAtProvider: boolean
      readonly allowIdpInitiated: boolean
      readonly maxAgeHours: number | null
      /** Of OIDC; empty for SAML, whose own are so for OIDC. */
      readonly issuer: string
      readonly clientId: string
      readonly entityId: string
      readonly signInUrl: string
      readonly joinGroupIds: readonly string[]
    }
  >
  /** An address that is told of an organisation's events. */
  webhook: State<number, { readonly url: string; readonly events: readonly string[]; readonly isOn: boolean }>
  /** Areas of a file that are to be redacted. */
  redaction: State<number, { readonly marks: readonly RedactionArea[] }>
  milestone: State<
    number,
    {
      readonly dueDate: string
      readonly title: string
      readonly body: string
      readonly status: 'ACTIVE' | 'COMPLETE'
    }
  >
  dealRoom: State<number, null>
  project: State<number, null>
  /** The projects that an import would change; its revision is the preview's fingerprint. */
  projects: State<string, null>
  ticket: State<number, { readonly state: 'OPEN' | 'CLOSED' }>
  log: State<
    number,
    {
      readonly name: string
      readonly restricted: boolean
      readonly groups: readonly Named[]
      readonly visibility: 'EACH_PARTY' | 'ALL'
      readonly limits: LogLimits
    }
  >
  /** Of a question, or its answer. */
  text: State<number, { readonly body: RichText | null }>
  profile: State<
    number,
    {
      readonly firstName: string
      readonly lastName: string
      readonly title: string | null
      readonly location: string | null
    }
  >
  /** The revision is the name itself. */
  documentName: State<string, { readonly name: string }>
  /** Of one's own private note. */
  documentNote: State<number, { readonly text: string; readonly groups: readonly Named[] }>
  /** The revision is the count itself. */
  deletion: State<number, { readonly totalCount: number }>
  /** The revision is the ids of what there is. */
  labels: State<readonly string[], { readonly labels: readonly Named[] }>
  memberGroups: State<readonly string[], { readonly groups: readonly Named[] }>
  invitation: State<
    number,
    {
      readonly firstName: string
      readonly lastName: string
      readonly title: string | null
      readonly group: Named | null
    }
  >
  group: State<
    number,
    { readonly name: string; readonly roleId: string | null; readonly portfolios: readonly Named[] }
  >
  /** The revision is what is there. */
  checklistItem: State<
    { readonly [Field in keyof ItemState]?: ItemState[Field] | null | undefined },
    ItemState & { readonly id: string }
  >
  /** What holds for the levels of a tree's documents. */
  treeViewing: State<
    number,
    {
      readonly usualLevel: GivenLevel
      readonly mark: Mark
      readonly measureReading: boolean
      readonly textPrincipalIds: readonly string[]
    }
  >
  /** Of the back office. */
  record: State<string, null>
}

export type ConflictKind = keyof NewerStates

/** The extensions of a CONFLICT that says the newer state. */
export type SavedFirst<Kind extends ConflictKind = ConflictKind> = {
  [Each in Kind]: { readonly of: Each } & NewerStates[Each]
}[Kind]
