import type { FilledOverview } from '../server/modules/overview/index.ts'
import type { ChecklistItemStatus } from '../shared/checklists.ts'
import type { BuildStage, DealStatus, PrincipalType, RoomPhase, TabKind } from '../shared/enumerations.ts'
import type { Permission } from '../shared/permissions.ts'
import type { RichText } from '../shared/richText.ts'
import type { TicketState } from '../shared/supportTickets.ts'
import type { DemoProject } from './content/projects.ts'

/*
 * The demo as plain data, files apart: those are made when asked for. Things name each other by key: an organisation or fund entity by its slug, a person by
 * e-mail, a role or group by its name in its organisation.
 */

export interface DemoOrganisation {
  readonly slug: string
  readonly name: string
  readonly documentLabels: boolean
  readonly copilot: boolean
  readonly labels: readonly DemoLabel[]
  /** Roles besides the default set. */
  readonly roles: readonly { readonly name: string; readonly permissions: readonly Permission[] }[]
}

export interface DemoLabel {
  readonly label: string
  /** "#" and six hexadecimal digits. */
  readonly colour: string
  /** E-mail of whoever creates it. */
  readonly by: string
}

export interface DemoPerson {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly title: string
  readonly location: string
  readonly company: string
  readonly isSuperUser: boolean
  /** E-mail of who invited somebody who has not come yet and so has no account; null for everybody else. */
  readonly invitedBy: string | null
  /** When they were invited, ISO; null for the moment at which the demo is built. */
  readonly invitedAt: string | null
}

/** Somebody who is invited into a group. */
export type DemoInvitee = DemoPerson & { readonly invitedBy: string }

export interface DemoGroup {
  readonly organisation: string
  readonly name: string
  readonly role: string
  /** Whether the role holds on the organisation and all its entities (ORG-24). */
  readonly organisationWide: boolean
  readonly portfolios: readonly string[]
  readonly holdingCompanies: readonly string[]
  readonly members: readonly string[]
}

export interface DemoPortfolio {
  readonly organisation: string
  readonly slug: string
  readonly name: string
  readonly status: DealStatus
  readonly buildStatus: BuildStage
  /** kW DC; for storage alone kW. */
  readonly systemSize: number
  readonly dealManager: string
  /** Whether its checklists are shown. */
  readonly hasChecklist: boolean
  /** Another phase than Open, and the e-mail of who sets it once everything is in it. */
  readonly phase: { readonly is: RoomPhase; readonly by: string } | null
}

/** The logo of a company or the cover of a portfolio. */
export interface DemoPicture {
  readonly kind: 'company' | 'portfolio'
  /** Name of the record. */
  readonly of: string
  readonly field: 'logo' | 'cover'
  readonly fileName: string
  make(): Promise<Buffer>
}

export interface DemoHoldingCompany {
  readonly organisation: string
  readonly slug: string
  readonly name: string
  readonly status: DealStatus
  /** kW DC */
  readonly systemSize: number
  readonly dealManager: string
  readonly portfolios: readonly string[]
  /** What its quarterly reports of this year say together: $ of revenue and expenses, kWh of production. */
  readonly yearToDate: {
    readonly revenue: DemoFigure
    readonly expenses: DemoFigure
    readonly production: DemoFigure
  }
}

interface DemoFigure {
  readonly actual: number
  readonly forecast: number
}

/** Who operates and maintains sites of an organisation; capacity in kW DC. */
export interface DemoPartner {
  readonly organisation: string
  readonly name: string
  readonly sites: readonly { readonly name: string; readonly capacity: number }[]
}

export type DemoTreeOwner =
  | { readonly kind: 'ORGANISATION'; readonly slug: string }
  | { readonly kind: 'PORTFOLIO'; readonly slug: string }
  | { readonly kind: 'HOLDING_COMPANY'; readonly slug: string }

export interface DemoFolder {
  /** Names from the root, joined with slashes. */
  readonly path: string
  /** Groups (or roles, by the tree's type) that may see it; absent where it takes its folder's permissions. */
  readonly only?: readonly string[]
}

export interface DemoFile {
  /** Path of its folder; empty for the root. */
  readonly folder: string
  /** A second file of one name in a folder is the next version of the first. */
  readonly name: string
  /** Who uploads it. */
  readonly by: string
  /** Moment of the upload, ISO 8601 in UTC. */
  readonly at: string
  /** As for folders. */
  readonly only?: readonly string[]
  /** That it is staged: for the publication of its tree, or for one to come. */
  readonly staged?: 'PLANNED' | 'UNPLANNED'
  /** Draws or writes the file; the bytes are not kept. */
  make(): Promise<Buffer>
}

export interface DemoTree {
  readonly type: TabKind
  readonly owner: DemoTreeOwner
  readonly organisation: string
  readonly permissionsType: PrincipalType
  readonly allowRootFiles: boolean
  /** Who makes the folders and sets the permissions. */
  readonly administrator: string
  /** Moment at which the folders were made. */
  readonly openedAt: string
  /** Parents before children. */
  readonly folders: readonly DemoFolder[]
  /** In order of their uploads. */
  readonly files: readonly DemoFile[]
  /** When and as what the files that are staged for it are to be published. */
  readonly publication?: { readonly title: string; readonly note: string; readonly at: string }
  /** Versions that the administrator has withdrawn, by the path of their file. */
  readonly withdrawn?: readonly { readonly path: string; readonly number: number }[]
  /** Paths of files and folders that the administrator has deleted just now: they lie in the recycle bin. */
  readonly deleted?: readonly string[]
  /** By the path of a folder, groups that may only view what is in it. */
  readonly viewOnly?: Readonly<Record<string, readonly string[]>>
  /** Files of which some texts are redacted, once a server runs, for groups that are given nothing else of them, and view it. */
  readonly redacted?: readonly {
    readonly path: string
    readonly texts: readonly string[]
    readonly reason: string
    readonly for: readonly string[]
  }[]
  /** How long people had the pages of a file in view: seconds of each, from the first on. */
  readonly read?: readonly {
    readonly by: string
    readonly path: string
    readonly seconds: readonly number[]
  }[]
  /** Moment of the last visit of some people, each by email: what was filed later is new to them. */
  readonly visited?: Readonly<Record<string, string>>
  /** By the path of a file, the texts of its labels; the administrator sets them. */
  readonly labels?: Readonly<Record<string, readonly string[]>>
}

/** A certificate of what a group could see in a portfolio until the demo was made. */
export interface DemoCertificate {
  readonly organisation: string
  readonly portfolio: string
  /** Name of the group. */
  readonly group: string
  /** Who asked for it. */
  readonly by: string
}

/** A spreadsheet of contacts that an admin has imported. */
export interface DemoImport {
  readonly by: string
  readonly fileName: string
  readonly at: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** A request for support. */
export interface DemoTicket {
  /** E-mail of who sends it. */
  readonly by: string
  readonly issue: string
  readonly description: string
  /** Moment at which it was sent, ISO 8601 in UTC. */
  readonly at: string
  readonly state: TicketState
}

export interface DemoChecklistCategory {
  readonly name: string
  /** Whether it is asked of new builds; it is unless said otherwise. */
  readonly isDevelopment?: boolean
  readonly items: readonly string[]
}

/** A checklist of a portfolio, with how far it has come; items go by their names, which are different ones. */
export interface DemoChecklist {
  readonly portfolio: string
  readonly name: string
  /** E-mail of who sets status, assignee and links. */
  readonly administrator: string
  readonly categories: readonly DemoChecklistCategory[]
  /** Those whose category does not apply to the project are passed over. */
  readonly cells: readonly {
    readonly project: string
    readonly item: string
    readonly status: ChecklistItemStatus
    /** E-mail. */
    readonly assignee: string | null
  }[]
  readonly links: readonly { readonly project: string; readonly category: string; readonly link: string }[]
  /** In order of time. */
  readonly comments: readonly {
    readonly project: string
    readonly item: string
    readonly by: string
    readonly text: string
    readonly at: string
    /** The deal team alone, or a group of its organisation; absent as the product has it of who writes. */
    readonly audience?: string
  }[]
  /** Moment of the changes, ISO 8601 in UTC. */
  readonly at: string
}

/** The overview of a portfolio or a holding company, by its slug. */
export interface DemoOverview {
  readonly portfolio?: string
  readonly company?: string
  /** Who has written the pages. */
  readonly by: string
  readonly overview: FilledOverview
}

/** A question of a log, and its follow-ups. */
export interface DemoQuestion {
  /** E-mail of who asks. */
  readonly by: string
  readonly text: RichText
  /** Moment at which it was asked, ISO 8601 in UTC. */
  readonly at: string
  readonly answer?: {
    readonly by: string
    readonly text: RichText
    readonly at: string
    /** As of the question. */
    readonly documents: readonly string[]
  }
  /** What the deal team is writing beside the answer. */
  readonly answerDraft?: { readonly by: string; readonly text: RichText }
  /** The question as somebody published it to everybody, without who asked. */
  readonly published?: {
    readonly by: string
    readonly text: RichText
    readonly answer: RichText
    readonly at: string
  }
  /** Paths of files of the portfolio that it names. */
  readonly documents?: readonly string[]
  /** A draft was begun and is not asked. */
  readonly state?: 'PRIORITY' | 'CLOSED' | 'DRAFT'
  /** By their names. */
  readonly categories?: readonly string[]
  readonly topics?: readonly string[]
  /** By their names; 'all' for all of the portfolio. */
  readonly projects?: readonly string[] | 'all'
  readonly followUps?: readonly Omit<DemoQuestion, 'followUps'>[]
}

/** Who sees the questions of a log. */
export type LogVisibility = 'EACH_PARTY' | 'ALL'

/** A Q&A log of a portfolio. */
export interface DemoLog {
  readonly organisation: string
  /** Slug of the portfolio. */
  readonly portfolio: string
  /** E-mail of who administers it. */
  readonly by: string
  readonly name: string
  /** Names of the groups that alone see it; absent for an open one. */
  readonly groups?: readonly string[]
  readonly visibility: LogVisibility
  /** Questions that may be asked, of each party where it sees its own; absent for any number. */
  readonly total?: number
  readonly questions: readonly DemoQuestion[]
}

/** A connection to a directory that is off, with words of what to type. */
export interface DemoDirectory {
  readonly organisation: string
  /** Who has prepared it. */
  readonly by: string
  readonly name: string
  readonly domain: string
  readonly provider:
    | { readonly kind: 'OIDC'; readonly issuer: string; readonly clientId: string }
    // Its page says what the provider asks for, which gives its metadata then (SSO-14).
    | { readonly kind: 'SAML' }
  /** Whether its people would come over SCIM (SCIM-01). */
  readonly isProvisioned: boolean
}

/** How an organisation's scripts would use the API: a token that nobody has, and a webhook that is off. */
export interface DemoAutomation {
  readonly organisation: string
  /** Whose they are. */
  readonly by: string
  readonly token: string
  readonly url: string
  readonly events: readonly string[]
  readonly at: string
}

export interface DemoPlan {
  /** The password of all people. */
  readonly password: string
  readonly organisations: readonly DemoOrganisation[]
  readonly people: readonly DemoPerson[]
  readonly pictures: readonly DemoPicture[]
  readonly portfolios: readonly DemoPortfolio[]
  readonly holdingCompanies: readonly DemoHoldingCompany[]
  /** Sites, in their portfolios or in none. */
  readonly projects: readonly DemoProject[]
  readonly partners: readonly DemoPartner[]
  readonly groups: readonly DemoGroup[]
  readonly trees: readonly DemoTree[]
  readonly tickets: readonly DemoTicket[]
  readonly imports: readonly DemoImport[]
  readonly directories: readonly DemoDirectory[]
  readonly automations: readonly DemoAutomation[]
  /** Reports of duplicates among what was imported. */
  readonly duplicateReports: readonly { readonly by: string; readonly at: string }[]
  readonly checklists: readonly DemoChecklist[]
  readonly logs: readonly DemoLog[]
  readonly overviews: readonly DemoOverview[]
  readonly certificates: readonly DemoCertificate[]
}
