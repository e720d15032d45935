import type { Actor } from '../access/actor.ts'
import type { Spreadsheet } from '../platform/spreadsheets/index.ts'
import type { HttpExchange } from './context.ts'
import type { MadeFile, Picture } from './pictures.ts'
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
  /** The query as it came, with its question mark; empty without one. */
  search: string
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
  /** Whether it leads to a file, which tokens may ask for as well (TOKEN-04). */
  leadsToFile?: boolean
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

/**
 * An address by which a browser comes and goes while somebody signs in elsewhere (SSO-07): no session is needed, and each
 * GET leads on.
 */
export interface PassageLink {
  kind: 'passage'
  url: string
  /** @param actor whose session it is, read when asked for; null without one @returns where the browser is led */
  pass(actor: () => Promise<Actor | null>, request: LinkRequest, exchange: HttpExchange): Promise<string>
}

/**
 * An address of a picture that is another one for each person and moment: a WebP that nobody keeps, without ranges and
 * conditions (PAGE-12). A HEAD makes nothing.
 */
export interface PictureLink {
  kind: 'picture'
  url: string
  /** @throws what the answer says instead, PictureRefused for an address that is not a good one */
  open(actor: Actor, request: LinkRequest): Promise<Picture>
}

/** The same of a file that is saved, another one for each person, without ranges and conditions (MARK-28). */
export interface MadeFileLink {
  kind: 'madeFile'
  url: string
  /** @throws what the answer says instead, PictureRefused for an address that is not a good one */
  open(actor: Actor, request: LinkRequest): Promise<MadeFile>
}

/** What a signed-in person's page reads beside the API, as JSON. */
export interface JsonLink {
  kind: 'json'
  url: string
  /** @throws what the answer says instead */
  read(actor: Actor, request: LinkRequest): Promise<object>
}

/** An address that another server posts a form to, proven by what is in it: no session, and no CSRF token. */
export interface FormLink {
  kind: 'form'
  url: string
  /** @returns whether it was a good one; the others answer 400 */
  receive(form: URLSearchParams, request: LinkRequest): Promise<boolean>
}

/**
 * An address that a browser posts a form to when it comes back from another site (SSO-10), proven by what is in it: without
 * a session, which such a post doesn't bring, and without a CSRF token.
 */
export interface ReturnLink {
  kind: 'return'
  url: string
  /** @returns where the browser is led */
  receive(form: URLSearchParams, request: LinkRequest, exchange: HttpExchange): Promise<string>
}

/** A text for everybody, without a session. */
export interface DocumentLink {
  kind: 'document'
  url: string
  type: string
  /** @throws what the answer says instead */
  read(request: LinkRequest): Promise<string>
}

/** A request of a program, as it came. */
export interface RestRequest extends LinkRequest {
  method: string
  /** Null where it is absent. */
  header(name: string): string | null
  body: string
}

export interface RestAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** Addresses for programs, which show themselves by a token of their own: without a session, and without a CSRF token. */
export interface RestLink {
  kind: 'rest'
  /** Such as `/scim/v2/:connection/*`. */
  url: string
  methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  /** Bytes of a request. */
  maxBytes: number
  answer(request: RestRequest): Promise<RestAnswer>
}

/** An address that a module answers itself. The module declares it, http serves it. */
export type Link =
  | RedirectLink
  | SpreadsheetLink
  | FileLink
  | PictureLink
  | MadeFileLink
  | PressLink
  | PassageLink
  | JsonLink
  | FormLink
  | ReturnLink
  | DocumentLink
  | RestLink
