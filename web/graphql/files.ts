import { ApolloLink } from '@apollo/client'
import type { FilesByPath } from './multipart.ts'
import type { OnProgress } from './progress.ts'

/** Takes the files out of the variables, where JSON would lose them, and hands them on beside the body. */
export const filesLink = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.operationType !== 'mutation') return forward(operation)
    const files = new Map<string, File>()
    const variables = withoutFiles(operation.variables, 'variables', files)
    if (files.size > 0) {
      operation.variables = variables as typeof operation.variables
      operation.setContext(({ fetchOptions }) => ({ fetchOptions: { ...fetchOptions, files } }))
    }
    return forward(operation)
  })

function withoutFiles(value: unknown, path: string, files: Map<string, File>): unknown {
  if (value instanceof File) {
    files.set(path, value)
    return null
  }
  if (Array.isArray(value)) return value.map((each, at) => withoutFiles(each, `${path}.${at}`, files))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutFiles(each, `${path}.${key}`, files)]),
  )
}

/**
 * A fetch that sends a call with files as the parts that the endpoint takes, and every other as it is. With `onProgress`
 * among the `fetchOptions` of a call's context the browser tells how much of it was sent.
 * @param isBrowsers whether `fetch` is the browser's own
 */
export const fetchWithFiles =
  (fetch: typeof globalThis.fetch, isBrowsers = false): typeof globalThis.fetch =>
  async (input, init: RequestInit & { files?: FilesByPath; onProgress?: OnProgress } = {}) => {
    const { files, onProgress, ...rest } = init
    if (!files) return fetch(input, rest)
    const { inParts } = await import('./multipart.ts')
    if (!onProgress || !isBrowsers) return fetch(input, inParts(rest, files))
    const { sendWithProgress } = await import('./progress.ts')
    return sendWithProgress(input, inParts(rest, files), onProgress)
  }
