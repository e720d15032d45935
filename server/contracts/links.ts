import type { Actor } from '../access/actor.ts'
import type { Spreadsheet } from '../platform/spreadsheets/index.ts'
import type { StoredFile } from './storedFiles.ts'

/** What an address of a module asks for. */
export interface LinkRequest {
  /** A part of the path. */
  part(name: string): string
  /** Every value of a parameter that may repeat; none where it is absent. */
  all(name: string): string[]
  /** The value of a parameter; null where it is absent. @throws BAD_USER_INPUT where it repeats */
  one(name: string): string | null
  /** Of the product, as the browser knows it. */
  origin: string
}

/** A lasting address that leads a signed-in person on, such as to a fresh address of a file (transport.md 5). */
export interface RedirectLink {
  kind: 'redirect'
  /** With its parts, such as `/zip-exports/:id`. */
  url: string
  /**
   * The target; null for what existed and has expired.
   * @throws what the answer says instead, such as NOT_FOUND
   */
  to(actor: Actor, request: LinkRequest): Promise<string | null>
  /** The sentence for what has expired; only a link that may expire has one. */
  gone?: string
}

/** A spreadsheet whose rows are read as it goes out. */
export interface Exported {
  fileName: string
  /** What it is of. */
  subject: { organisationId?: string; treeId?: string }
  spreadsheet: Spreadsheet
}

/** An address under which a signed-in person takes a spreadsheet (transport.md 7); taking it is recorded. */
export interface SpreadsheetLink {
  kind: 'spreadsheet'
  url: string
  /** Opens it after all checks. @throws what the answer says instead */
  open(actor: Actor, request: LinkRequest): Promise<Exported>
}

/**
 * An address that says what one press on its page does, to whoever has it: no session, and no CSRF token (transport.md 7).
 * A GET changes nothing, so that scanners of mails may follow it.
 */
export interface PressLink {
  kind: 'press'
  url: string
  /** Whether the address is a good one; others answer 404. */
  knows(request: LinkRequest): Promise<boolean>
  /** Does what the page says, at a POST. @returns false for an address that is none */
  press(request: LinkRequest): Promise<boolean>
}

/**
 * A lasting address of a file that is shown in a page (transport.md 7): its content, inline, with ranges and conditional
 * requests. The url ends in `/`; without it the answer is a 301 to the address with it.
 */
export interface FileLink {
  kind: 'file'
  /** Such as `/subpage-media/:id/`. */
  url: `/${string}/`
  /** @throws what the answer says instead, NOT_FOUND for what the actor may not read */
  open(actor: Actor, request: LinkRequest): Promise<StoredFile>
}

/** An address that a module answers itself. The module declares it, http serves it. */
export type Link = RedirectLink | SpreadsheetLink | FileLink | PressLink
