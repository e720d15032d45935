import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { send } from '../../../graphql/useAction.ts'
import { saveAs, useToast } from '../../../ui/index.ts'
import { type FileRef, usePlace } from '../place/place.ts'
import { DownloadFileDocument } from './operations.generated.ts'

/** Downloads of single files, and how far they are. */
export interface Downloads {
  /** Ids of the files whose addresses are being asked for. */
  readonly waiting: ReadonlySet<string>
  /** Downloads files one after the other under their own names (DOP-20); says by a toast what fails. */
  readonly download: (files: readonly FileRef[]) => Promise<void>
}

/**
 * Downloads of single files: asks for an address, then hands it to the browser (DOP-20).
 * @param reread reads again what shows the files, where one of them is gone or closed by now (ERR-12)
 */
export function useDownloads(reread?: () => Promise<unknown>): Downloads {
  const client = useApolloClient()
  const toast = useToast()
  const { tree } = usePlace()
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())

  const download = useCallback(
    async (files: readonly FileRef[]) => {
      setWaiting((before) => new Set([...before, ...files.map((file) => file.id)]))
      const failed: { name: string; reason: string }[] = []
      let lost = false
      let gone = false
      const ask = ({ id, versionId }: FileRef) =>
        send(
          client,
          DownloadFileDocument,
          { treeId: tree.id, documentId: id, ...(versionId !== undefined && { versionId }) },
          CHANGES_NOTHING,
        )
      for (const file of files) {
        // What the network failed once it would fail for each of the others.
        const { data, problem } = lost ? {} : await ask(file)
        if (data) saveAs(data.downloadFile.url, data.downloadFile.name)
        // The client itself says that the connection is lost.
        if (problem?.code === 'OFFLINE') lost = true
        else if (problem) failed.push({ name: file.name, reason: problem.message })
        gone ||= problem?.code === 'NOT_FOUND' || problem?.code === 'FORBIDDEN'
        setWaiting((before) => new Set([...before].filter((id) => id !== file.id)))
      }
      if (failed.length > 0) toast.error(failedText(failed, files.length))
      if (gone) await reread?.().catch(() => {})
    },
    [client, toast, tree.id, reread],
  )
  return { waiting, download }
}

/** One sentence for all that failed; the others were downloaded. */
function failedText(failed: readonly { name: string; reason: string }[], count: number): string {
  const [first] = failed
  if (count === 1) return `${first?.name} could not be downloaded: ${first?.reason}`
  const names = failed.length === 1 ? first?.name : `${first?.name} and ${failed.length - 1} more`
  return `${failed.length} of ${count} files could not be downloaded: ${names}. ${first?.reason}`
}
