import type { Actor } from '../access/actor.ts'
import type { Disposition } from '../platform/signing.ts'

/** Seconds that the address of a file is good for (transport.md 5). */
export const FILE_ADDRESS_S = 300

/** A stored content that never changes. */
export interface StoredFile {
  /** Key in the storage. */
  key: string
  /** Bytes. */
  size: number
  sha256: Buffer
  /** The name under which it is saved; its extension decides on the type. */
  name: string
  /** Whether its use is written to the access log (transport.md 5). */
  logged: boolean
  /** Whether it holds originals alone: nothing else comes to browsers from a store of objects itself (VIEW-17). */
  isOriginal?: boolean
}

/** One use of a file's address. */
export interface FileUse {
  session: Pick<Actor, 'personId' | 'sessionId'> & Partial<Pick<Actor, 'viewing'>>
  fileId: string
  disposition: Disposition
  /** The same for each use of one address; with the Unix seconds at which it expires. */
  address: { signature: string; expires: number }
}

/** A stored content as `/files/{id}` serves it. */
export interface ServedFile extends StoredFile {
  /**
   * Writes a view (inline) or a download to the access log, once for an address: a video player or a download manager
   * asks one many times. Awaited before the first byte goes out, so that nothing is read without being recorded.
   * @returns id of the entry; null where there is none, or where nobody would need it
   */
  logUse(use: FileUse): Promise<string | null>
}

/**
 * Files of a module under signed addresses. Asked at each request (VIEW-17): null for what the actor may not read now,
 * however long the address is good, as for what is deleted or another module's.
 */
export type FindFile = (actor: Actor, id: string) => Promise<ServedFile | null>
