import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sourceFiles } from './architecture.ts'
import { OWNERS, type Owner } from './tableOwners.ts'

/** That a file's SQL names a table. */
export interface Naming {
  file: string
  table: string
  /** Whether it inserts, updates or deletes there. */
  writes: boolean
}

const KYSELY =
  /\.?(selectFrom|insertInto|updateTable|deleteFrom|(?:inner|left|right|full)Join|table)\(\s*['"](\w+)(?: as \w+)?['"]/g
/** Text within backticks, which holds SQL where it holds any; what is put into it is read by itself. */
const TEMPLATE = /`((?:[^`\\]|\\.)*)`/g
const STATEMENT = /\b(from|join|using|into|update|only)\s+(?:public\.)?(\w+)/g
/** A further table of a list: `from person p, membership m`. */
const FURTHER = /\bfrom\s+\w+(?:\s+\w+)?((?:\s*,\s*\w+(?:\s+\w+)?)+)/g
const WRITING = new Set(['insertInto', 'updateTable', 'deleteFrom', 'into', 'update'])

/** The tables that a source text names in the words of Kysely and in its SQL. */
export function namingsIn(file: string, text: string, tables: ReadonlySet<string>): Naming[] {
  const found: Naming[] = []
  const add = (table: string, writes: boolean) => {
    if (tables.has(table)) found.push({ file, table, writes })
  }
  for (const [, word = '', table = ''] of text.matchAll(KYSELY)) add(table, WRITING.has(word))
  for (const [, sql = ''] of text.matchAll(TEMPLATE)) {
    for (const match of sql.matchAll(STATEMENT)) {
      const [, word = '', table = ''] = match
      const deleted = word === 'from' && /delete\s+$/.test(sql.slice(0, match.index))
      add(table, deleted || WRITING.has(word))
    }
    for (const [, list = ''] of sql.matchAll(FURTHER)) {
      for (const [, table = ''] of list.matchAll(/,\s*(\w+)/g)) add(table, false)
    }
  }
  return found
}

/** The tables of the database, as the generated types name them. */
export function tablesOf(root: string): Set<string> {
  const types = readFileSync(path.join(root, 'server/platform/database/tables.generated.ts'), 'utf8')
  const all = /export interface DB \{([\s\S]*?)\n\}/.exec(types)?.[1] ?? ''
  return new Set([...all.matchAll(/^\s+(\w+):/gm)].map(([, table = '']) => table))
}

const isTest = (file: string): boolean => /\.(test|fixture)\.ts$/.test(file)

/** Every naming in the server, without its tests. */
export const readNamings = (root: string, tables: ReadonlySet<string>): Naming[] =>
  sourceFiles(root, ['server'])
    .filter((file) => !isTest(file) && !file.includes('.generated.'))
    .flatMap((file) => namingsIn(file, readFileSync(path.join(root, file), 'utf8'), tables))

/** A part that names tables of others in its SQL, and why no door of theirs does for it. */
export interface Crossing {
  by: Owner
  tables: readonly string[]
  writes?: boolean
  why: string
}

export const CROSSINGS: readonly Crossing[] = [
  {
    by: 'access',
    tables: [
      'api_token',
      'licence',
      'licence_acceptance',
      'membership',
      'organisation',
      'person',
      'role_permission',
      'room_phase',
      'session',
      'session_view',
      'user_group',
      'user_group_holding_company',
      'user_group_portfolio',
    ],
    why: 'who asks, with all that they hold, is one statement of each request; no module comes before it',
  },
  {
    by: 'access',
    tables: ['access_record', 'company', 'former_person', 'former_right', 'role'],
    why: 'what people held at a moment follows from the same rows as what they hold, by the same rule (PROOF-05)',
  },
  {
    by: 'access',
    tables: ['legal_hold', 'portfolio'],
    why: 'modules before the one of rooms remove what belongs to rooms, and all ask the same of a legal hold',
  },
  { by: 'demo', tables: ['person'], why: 'only a database without people is filled' },
  {
    by: 'activity',
    tables: ['api_token'],
    why: 'what was done by a token names it beside the person, in the list of all that was done',
  },
  {
    by: 'activity',
    tables: ['document'],
    why: 'the ids along the path are kept with the entry, so that no caller can forget what hides names from others',
  },
  {
    by: 'accounts',
    tables: ['membership', 'user_group'],
    why: 'an e-mail is shown to who administers an organisation of its person, asked for many people together',
  },
  {
    by: 'organisations',
    tables: ['deleted_membership', 'membership', 'user_group'],
    why: 'whose organisations these are is read with them; how many leave with one is counted before it is deleted',
  },
  {
    by: 'organisations',
    tables: ['deleted_membership', 'membership'],
    writes: true,
    why: 'an organisation is closed by its members leaving its groups, in the statement after the one that deletes it, and they come back with it (decision 43)',
  },
  {
    by: 'memberships',
    tables: ['session'],
    why: 'a view ends with the session that it is of',
  },
  {
    by: 'organisations',
    tables: ['person'],
    why: 'whoever is in no other organisation is counted before it is deleted, and deactivated with it',
  },
  {
    by: 'memberships',
    tables: ['company', 'notification_off', 'person'],
    why: 'lists of people and groups are filtered, counted and sorted in the database',
  },
  {
    by: 'memberships',
    tables: ['user_group_holding_company', 'user_group_portfolio'],
    why: 'the back office reads a group with all that it reaches in one statement',
  },
  {
    by: 'documents',
    tables: ['holding_company', 'organisation', 'portfolio'],
    why: 'a tree is opened with its entity in one statement, which every page of a room begins with',
  },
  {
    by: 'documents',
    tables: ['membership', 'role', 'user_group'],
    why: 'principals of a tree are the groups with access to its place, or their roles, by name in one list',
  },
  {
    by: 'documents',
    tables: ['access_record', 'former_right', 'user_group_portfolio'],
    why: 'changes of rights are listed by moment with those of documents, page by page, in one statement (PROOF-04)',
  },
  {
    by: 'documents',
    tables: ['room_freeze'],
    why: 'what is staged in a frozen room is not shown as it will be, which the statement that finds it leaves out (STAGE-08)',
  },
  {
    by: 'documents',
    tables: ['stored_file'],
    why: 'a certificate has the hash of what was given of each version, of a rendition as of the file, page by page (PROOF-07)',
  },
  {
    by: 'tokens',
    tables: ['organisation', 'person'],
    why: 'who asks by a token, with all that they hold, is one statement of each request; the list names what each is limited to',
  },
  {
    by: 'documents',
    tables: ['activity', 'api_token', 'company', 'person'],
    why: 'history, analytics and logs filter, sum and sort the entries by what the reader may see, in the database',
  },
  {
    by: 'overview',
    tables: ['portfolio', 'holding_company'],
    why: 'what a page belonged to is said of it once it is deleted, whoever deletes it',
  },
  {
    by: 'checklists',
    tables: ['portfolio'],
    why: 'a checklist is opened with its portfolio in one statement, in the transaction of each comment and change',
  },
  {
    by: 'checklists',
    tables: ['portfolio_project', 'project'],
    why: 'which cells apply follows from the phases of the projects in the portfolio, of tens of thousands of cells together',
  },
  {
    by: 'checklists',
    tables: ['person'],
    why: 'of the assignees of all cells people know those of their groups',
  },
  {
    by: 'notifications',
    tables: ['holding_company', 'organisation', 'portfolio'],
    why: 'the foot of a mail names its place, and each toggle stands beside the name of its entity in one list, which the database searches, counts and pages',
  },
  {
    by: 'notifications',
    tables: ['membership', 'user_group'],
    why: 'whether others have notifications on counts in shared organisations alone, asked for many people together',
  },
  {
    by: 'questions',
    tables: ['holding_company', 'person', 'portfolio', 'user_group'],
    why: 'a log is found with its entity and the names of its groups in one statement, under the lock of a change as well; a page is sorted by who asked',
  },
  {
    by: 'reporting',
    tables: ['project'],
    why: 'what a partner looks after is the sum of its projects, in one statement for a page of partners',
  },
  {
    by: 'crm',
    tables: ['organisation'],
    why: 'staff page through imports and reports of organisations that are not deleted',
  },
  {
    by: 'sso',
    tables: ['membership', 'organisation', 'person', 'session', 'user_group'],
    why: 'whose connection it is, and which people and sessions it serves, is one statement with the domains of e-mails',
  },
  {
    by: 'webhooks',
    tables: ['holding_company', 'organisation'],
    why: 'what is due is found with whether the organisation is there, and a page of deliveries by what its reader may know of',
  },
  {
    by: 'scim',
    tables: ['invitation', 'membership'],
    writes: true,
    why: 'a directory sends people by the thousand: each is found, invited and listed in one statement, and groups of thousands are filled in two',
  },
  {
    by: 'scim',
    tables: ['membership', 'organisation', 'person', 'sso_connection', 'sso_domain', 'user_group'],
    why: 'whose token it is, whom it may name and what it fills is asked with each request, in one statement',
  },
  {
    by: 'record',
    tables: ['activity', 'document', 'document_tree', 'document_version', 'organisation'],
    why: 'the record is made of the rows themselves, each by its kind in one statement for thousands of them',
  },
  {
    by: 'record',
    tables: ['checklist', 'portfolio_project', 'question', 'question_log'],
    why: 'of which rooms an activity tells, whatever it is about, is asked in one statement before its content is removed',
  },
  {
    by: 'record',
    tables: ['activity'],
    writes: true,
    why: 'a content that the law wants removed is replaced by the hash that the record keeps, in one transaction',
  },
  {
    by: 'backoffice',
    tables: ['sms_outbox'],
    why: 'the status counts what waits in the outbox of all modules, which belongs to none of them',
  },
  {
    by: 'support',
    tables: ['person'],
    why: 'tickets are searched and sorted by who sent them',
  },
  {
    by: 'documents',
    tables: ['activity'],
    writes: true,
    why: 'a deletion and a fetched zip write an entry for each of many documents, from their rows, in one statement',
  },
]

export const ownerOf = (table: string): Owner | undefined =>
  Object.keys(OWNERS).find((owner) => OWNERS[owner]?.includes(table))

/** The part that a file of the server belongs to: its module, or its folder or name below server/. */
const partOf = (file: string): Owner =>
  /^server\/modules\/([^/.]+)\//.exec(file)?.[1] ?? /^server\/([^/.]+)/.exec(file)?.[1] ?? file

/** One line for each table that a file names without owning it and without a crossing that allows it. */
export const foreignTables = (namings: readonly Naming[]): string[] =>
  namings.flatMap(({ file, table, writes }) => {
    const [mine, owner] = [partOf(file), ownerOf(table)]
    if (owner === mine) return []
    const isAllowed = CROSSINGS.some(
      (each) => each.by === mine && each.tables.includes(table) && (!writes || each.writes === true),
    )
    return isAllowed
      ? []
      : [`${file} ${writes ? 'writes' : 'reads'} ${table}, which is of ${owner ?? 'nobody'}`]
  })

/** Crossings that nothing needs any more, by their part and table. */
export const idleCrossings = (namings: readonly Naming[]): string[] =>
  CROSSINGS.flatMap(({ by, tables, writes = false }) =>
    tables
      .filter(
        (table) =>
          !namings.some((each) => partOf(each.file) === by && each.table === table && each.writes === writes),
      )
      .map((table) => `${by} ${writes ? 'writes' : 'reads'} ${table}`),
  )
