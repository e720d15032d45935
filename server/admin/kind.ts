import type { Actor } from '../access/actor.ts'
import type { Ordering } from '../contracts/pages.ts'
import type { UploadedFile } from '../contracts/uploadedFile.ts'
import type { Connection, Tx } from '../platform/database/database.ts'
import type { Lock } from '../platform/database/withLock.ts'

/**
 * How the value of a field is written: texts, numbers (as digits), days (YYYY-MM-DD) and moments (ISO) as a text, a
 * FLAG as a boolean, a REFERENCE as the id of another kind's record, CHOICES and REFERENCES as several of them. A PICTURE
 * is the id of a stored file, read-only in forms: it is set by itself.
 */
export type OfficeFieldType =
  | 'TEXT'
  | 'LONG_TEXT'
  | 'COLOUR'
  | 'NUMBER'
  | 'YEAR'
  | 'DAY'
  | 'MOMENT'
  | 'FLAG'
  | 'CHOICE'
  | 'CHOICES'
  | 'REFERENCE'
  | 'REFERENCES'
  | 'PICTURE'

/** Whether it is a number for the database and in a spreadsheet. */
export const isFigure = ({ type }: { type: OfficeFieldType }): boolean => type === 'NUMBER' || type === 'YEAR'

/** Null for an empty field. */
export type OfficeValue = string | boolean | readonly string[] | null

/** By the names of the fields. */
export type OfficeValues = Readonly<Record<string, OfficeValue>>

export interface OfficeOption {
  readonly value: string
  readonly label: string
}

/** One field of a kind's records: in its form, and where marked so in its list. */
export interface OfficeField {
  readonly name: string
  readonly label: string
  readonly type: OfficeFieldType
  readonly required?: boolean
  /** Under the field in the form. */
  readonly help?: string
  /** What a new record's form begins with; 'true' for a flag that is on. */
  readonly initial?: string
  /** Of a TEXT of a new record that is an address: the field whose words it is made from while nobody has typed another. */
  readonly madeFrom?: string
  /** Of CHOICE and CHOICES. */
  readonly options?: readonly OfficeOption[]
  /** Of a TEXT that names a kind of record: it is said as records of that kind are called. */
  readonly namesKind?: boolean
  /** Of REFERENCE and REFERENCES: the kind that they refer to. */
  readonly of?: string
  /**
   * Of REFERENCE and REFERENCES: another field of the form, which those records have as well; only those are offered that
   * have the same value in it, as the roles of the organisation that was chosen.
   */
  readonly within?: string
  /** Characters of a text; 255 unless given, of a LONG_TEXT 20,000. */
  readonly max?: number
  /** Of a NUMBER. */
  readonly least?: number
  readonly most?: number
  readonly whole?: boolean
  /** Given once, when the record is made. */
  readonly fixed?: boolean
  /** Shown, and never set here. */
  readonly readOnly?: boolean
  /** A column of the list, which may be sorted by it. */
  readonly listed?: boolean
  readonly sortable?: boolean
  /** CHOICE, FLAG and REFERENCE: the list can be narrowed by it. */
  readonly filter?: boolean
}

export interface OfficeQuery {
  /** Part of a text that a record is found by; null for all. */
  readonly search: string | null
  /** By the names of fields that are filters. */
  readonly filters: Readonly<Record<string, string | boolean>>
  readonly ordering: Ordering
  readonly limit: number
  readonly offset: number
}

export interface OfficeRow {
  readonly id: string
  /** What the record is called in lists, choices and questions. */
  readonly label: string
  readonly values: OfficeValues
  /** Of a table with a revision of its own, which every path goes up by. */
  readonly revision?: string
}

/** Something that is done to one record besides changing its fields. */
export interface OfficeAction {
  readonly name: string
  /** On its button. */
  readonly label: string
  /** What happens then, asked before. */
  readonly question: string
  /** Whether the record is in a state for it; always unless given. */
  readonly fits?: (values: OfficeValues) => boolean
  /** What the page says then. */
  readonly done: string
  /** @throws what the page says instead */
  run(tx: Tx, actor: Actor, id: string, values: OfficeValues): Promise<void>
}

/** A picture of a record, by the field of type PICTURE that shows it. */
export interface OfficePicture {
  /**
   * Keeps a picture that was sent.
   * @param attach runs in a transaction, and calls `write` for the record to show the picture
   * @throws BAD_USER_INPUT at `file`, RATE_LIMITED; and what `attach` throws, after which nothing of it stays
   */
  keep<T>(
    id: string,
    file: UploadedFile,
    attach: (tx: Tx, write: () => Promise<void>) => Promise<T>,
  ): Promise<T>
  remove(tx: Tx, id: string): Promise<void>
  /** Where a person reads the file. */
  address(personId: string, fileId: string): string
}

/** Rows of one sort that refer to a record. */
export interface OfficeDependents {
  /** What they are: 'User groups'. */
  readonly words: string
  readonly count: number
  /** Of stored files. */
  readonly bytes?: number
  /** Names of the first few, where they have any. */
  readonly names: readonly string[]
}

/**
 * Of a kind whose records take much with them when they are deleted: the person types the record's name, and the record
 * is closed rather than removed.
 */
export interface OfficeClosing {
  /** What becomes of the record, said before its name is asked. */
  readonly about: string
  /** Whether the record can be deleted still. */
  fits(values: OfficeValues): boolean
  /** What it takes with it. */
  taken(db: Connection, id: string): Promise<readonly OfficeDependents[]>
  /** @throws BAD_USER_INPUT at `name` for another name */
  close(tx: Tx, actor: Actor, id: string, name: string): Promise<void>
}

/**
 * A kind of record that staff keep in the back office. Its module declares it; the back office asks who may (super users),
 * checks the values against the fields, writes the activity, and shows all kinds alike (BO-03). What is given here is
 * run in the transaction of the change, under the kind's lock and then the record's own.
 */
export interface AdminResource {
  /** Unique, such as `organisation`; the subject of its activities. */
  readonly name: string
  /** Where it is below /tagauks: `users/user`. */
  readonly path: string
  /** Heading of the start page that it stands under. */
  readonly section: OfficeSection
  /** 'organisation' and 'Organisations'. */
  readonly one: string
  readonly many: string
  /** One sentence at the head of the list, where its use is not plain. */
  readonly about?: string
  readonly fields: readonly OfficeField[]
  /** Fields that tell a record from others of its name in a list of choices: what it belongs to, or a user's e-mail. */
  readonly toldBy?: readonly string[]
  /** Order of the list: name of a field that can be sorted by, with a minus before it for descending. */
  readonly sort: string
  /** The table whose rows its records are, for what refers to them. */
  readonly table?: string
  /** Tables whose rows are part of a record: nothing that a deletion has to mention. */
  readonly parts?: readonly string[]
  /** Tables whose rows keep a record from being deleted, though the database would delete them with it. */
  readonly heldBy?: readonly string[]
  /** Whether a text may be the id of a record. */
  isKey(id: string): boolean
  count(db: Connection): Promise<number>
  list(db: Connection, query: OfficeQuery): Promise<{ count: number; rows: OfficeRow[] }>
  /** What records are called, of those that there are. */
  labels(db: Connection, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  read(db: Connection, id: string): Promise<OfficeRow | null>
  /** The lock under which the record's module changes it as well: that of its row unless given. */
  lockOf?(db: Connection, id: string): Promise<Lock | null>
  /** @returns the new record's id */
  create?(tx: Tx, actor: Actor, values: OfficeValues): Promise<string>
  change?(tx: Tx, actor: Actor, id: string, values: OfficeValues, before: OfficeValues): Promise<void>
  remove?(tx: Tx, actor: Actor, id: string): Promise<void>
  /** In place of `remove`. */
  readonly closing?: OfficeClosing
  readonly actions?: readonly OfficeAction[]
  readonly pictures?: Readonly<Record<string, OfficePicture>>
}

export const OFFICE_SECTIONS = [
  'People',
  'Funds',
  'Projects',
  'Documents',
  'Q&A',
  'CRM',
  'Messages',
  'System',
] as const
export type OfficeSection = (typeof OFFICE_SECTIONS)[number]
