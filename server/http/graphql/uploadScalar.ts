import { GraphQLError, GraphQLScalarType } from 'graphql'
import { UploadedFile } from '../../contracts/uploadedFile.ts'

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
