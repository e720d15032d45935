import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** A file of a multipart request, kept under a temporary name until the operation has run. */
export class UploadedFile {
  /** As the client named it, without folders. */
  readonly filename: string
  /** As the client announced it; the type is judged by name and first bytes instead. */
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  /** Where the bytes lie; gone once the operation has run. */
  readonly path: string

  constructor(file: { filename: string; contentType: string; size: number; path: string }) {
    this.filename = file.filename
    this.contentType = file.contentType
    this.size = file.size
    this.path = file.path
  }

  stream(): Readable {
    return createReadStream(this.path)
  }
}
