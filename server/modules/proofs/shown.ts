import type { ArchiveLink } from './links.ts'
import type { ProofRow } from './store.ts'

/** By which somebody else takes an archive along. */
export interface ShownLink extends ArchiveLink {
  name: string
  /** For them alone. */
  urls: string[]
}

/** A part of an archive as somebody is shown it. */
export interface ShownPart {
  name: string
  size: number
  sha256: Buffer
  url: string
}

/** A certificate or an archive as somebody is shown it. */
export interface ShownProof extends ProofRow {
  /** Name of who asked for it. */
  by: string
  /** Addresses of its parts for them; none where they may not have it. */
  urls: string[]
  /** Of an archive. */
  parts: ShownPart[]
  links: ShownLink[]
}
