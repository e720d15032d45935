import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { GraphQLError, GraphQLScalarType } from 'graphql'

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

/** The scalar `Upload`: its value is an UploadedFile, and comes with a multipart request alone. */
export const GraphQLUpload = new GraphQLScalarType<UploadedFile, never>({
  name: 'Upload',
  description: 'A file, sent as in the GraphQL multipart request specification.',
  parseValue(value) {
    if (value instanceof UploadedFile) return value
    throw new GraphQLError('A file must be sent as multipart/form-data.')
  },
  parseLiteral() {
    throw new GraphQLError('A file must be sent as a variable.')
  },
  serialize() {
    throw new GraphQLError('A file is never part of an answer.')
  },
})
