import type { TypedDocumentNode } from '@apollo/client'
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors'
import { errorText, fieldErrors } from '../../../graphql/errors.ts'
import { askAddress } from './askAddress.ts'
import { createDirectSending } from './directSending.ts'
import type { HashContent } from './hashing.ts'
import {
  DocumentsConfirmUploadsDocument,
  DocumentsCreateFoldersDocument,
  DocumentsPresignPartsDocument,
  DocumentsPresignUploadsDocument,
} from './operations.generated.ts'
import { type UploadPort, UploadRefusal } from './port.ts'
import { xhrPut } from './xhrPut.ts'

/**
 * Runs a mutation and gives its data; rejects as Apollo Client does. With a client:
 * `(mutation, variables) => client.mutate({ mutation, variables, fetchPolicy: 'no-cache' })`.
 */
type Mutate = <Data, Variables extends Record<string, unknown>>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
) => Promise<{ readonly data?: Data | null | undefined }>

interface HttpPortOptions {
  readonly mutate: Mutate
  /** Sends a file; the browser's XMLHttpRequest unless given. */
  readonly put?: typeof xhrPut
  /** Where the store may be sent to directly (STORE-21): what computes hashes. */
  readonly hash?: HashContent | undefined
}

/** Statuses of something between the page and the server; they do not tell whether the call ran. */
const GATEWAY_STATUSES = [502, 503, 504]

/** The upload engine's way to the server: GraphQL for what it asks, PUT for the files. */
export function createHttpPort({ mutate, put = xhrPut, hash }: HttpPortOptions): UploadPort {
  const call: Mutate = async (mutation, variables) => {
    try {
      return await mutate(mutation, variables)
    } catch (error) {
      throw asRefusal(error) ?? error
    }
  }
  const direct =
    hash &&
    createDirectSending({
      hash,
      put,
      presignParts: async (treeId, version, parts) => {
        const { data } = await call(DocumentsPresignPartsDocument, { treeId, version, parts: [...parts] })
        return data?.documentsPresignParts.parts ?? []
      },
    })
  return {
    createFolders: async (treeId, parentId, folderPaths, staged) => {
      const { data } = await call(DocumentsCreateFoldersDocument, {
        treeId,
        parentId: parentId === `tree:${treeId}` ? null : parentId,
        folderPaths: [...folderPaths],
        staged,
      })
      return data?.documentsCreateFolders.folders ?? []
    },
    presign: async (treeId, files) => {
      const asked = direct ? await direct.hashed(files) : files.map(({ file: _file, ...each }) => each)
      const { data } = await call(DocumentsPresignUploadsDocument, { treeId, files: asked })
      const uploads = data?.documentsPresignUploads.uploads ?? []
      direct?.note(treeId, uploads)
      return uploads
    },
    confirm: async (treeId, uploads, staged) => {
      const { data } = await call(DocumentsConfirmUploadsDocument, {
        treeId,
        uploads: [...uploads],
        staged,
      })
      return data?.documentsConfirmUploads ?? { files: [], failedIds: [] }
    },
    put: direct?.put ?? put,
    received: async (url, size, signal) => (direct?.isWhole(url) ? 0 : askAddress(url, size, { signal })),
    discard: async (url, size) => {
      if (!direct?.isWhole(url)) await askAddress(url, size, { discard: true })
    },
  }
}

/** The errors of an answer, or null when the error is that none came. */
function asRefusal(error: unknown): UploadRefusal | null {
  if (CombinedGraphQLErrors.is(error)) {
    const seconds = error.errors[0]?.extensions?.retryAfter
    return new UploadRefusal(
      errorText(error),
      fieldErrors(error),
      typeof seconds === 'number' ? seconds : null,
    )
  }
  if (ServerError.is(error) && !GATEWAY_STATUSES.includes(error.statusCode)) {
    const seconds = Number(error.response.headers.get('Retry-After') ?? Number.NaN)
    return new UploadRefusal(errorText(error), fieldErrors(error), Number.isFinite(seconds) ? seconds : null)
  }
  return null
}
