import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../graphql/errors.ts'
import { usePlace } from '../place/place.ts'
import { type SubmitZipDownloadMutation, ZipFilesDocument } from './operations.generated.ts'

/** Files of one request, the most that the server gives. */
export const PAGE = 200

/** A file with its path in the zip. */
export type ZipFile = SubmitZipDownloadMutation['submitZipDownload']['exportable'][number]

export interface ZipFileList {
  /** The first of them, as far as they were asked for. */
  readonly files: readonly ZipFile[]
  /** Asks for the next ones; does nothing while some are on their way. */
  readonly more: () => void
  /** Why the next ones could not be had; they are asked for again as the list is scrolled. */
  readonly error: string | undefined
}

/** The files of a zip, those too large for it, or those only to be viewed, page after page (DOP-22, DOP-23, VIEW-19). */
export function useZipFiles(
  { documentIds, numbersFirst }: { documentIds: readonly string[]; numbersFirst: boolean },
  kind: 'exportable' | 'unexportable' | 'viewOnly',
  first: readonly ZipFile[],
  count: number,
): ZipFileList {
  const client = useApolloClient()
  const { tree } = usePlace()
  const [files, setFiles] = useState(first)
  const [error, setError] = useState<string>()
  const asking = useRef(false)
  const cancelled = useRef(false)
  useEffect(() => {
    cancelled.current = false
    return () => {
      cancelled.current = true
    }
  }, [])

  const more = async () => {
    if (asking.current || files.length >= count) return
    asking.current = true
    try {
      const { data } = await client.query({
        query: ZipFilesDocument,
        variables: {
          treeId: tree.id,
          documentIds: [...documentIds],
          numbersFirst,
          limit: PAGE,
          offset: files.length,
          inZip: kind === 'exportable',
          tooLarge: kind === 'unexportable',
          viewOnly: kind === 'viewOnly',
        },
        fetchPolicy: 'no-cache',
      })
      if (cancelled.current) return
      setFiles([...files, ...(data?.zipContent?.[kind] ?? [])])
      setError(undefined)
    } catch (failure) {
      if (!cancelled.current) setError(errorText(failure))
    } finally {
      asking.current = false
    }
  }
  return { files, more: () => void more(), error }
}
