import { useApolloClient } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { errorCode, errorText } from '../../graphql/errors.ts'
import { useToast } from '../../ui/index.ts'
import { DownloadFileDocument } from './operations.generated.ts'
import { type FileRef, usePlace } from './place.ts'

export interface Downloads {
  /** Ids of the files whose addresses are being asked for. */
  readonly waiting: ReadonlySet<string>
  /** Downloads files one after the other under their own names (DOP-20); says by a toast what fails. */
  readonly download: (files: readonly FileRef[]) => Promise<void>
}

/** Downloads of single files: asks for an address, then hands it to the browser (DOP-20). */
export function useDownloads(): Downloads {
  const client = useApolloClient()
  const toast = useToast()
  const { tree } = usePlace()
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())

  const download = useCallback(
    async (files: readonly FileRef[]) => {
      setWaiting((before) => new Set([...before, ...files.map((file) => file.id)]))
      for (const file of files) {
        try {
          const { data } = await client.mutate({
            mutation: DownloadFileDocument,
            variables: { treeId: tree.id, documentId: file.id },
            fetchPolicy: 'no-cache',
          })
          if (data) saveAs(data.downloadFile.url, data.downloadFile.name)
        } catch (error) {
          // The client itself says that the connection is lost.
          if (errorCode(error) !== 'OFFLINE') {
            toast.error(`${file.name} could not be downloaded: ${errorText(error)}`)
          }
        } finally {
          setWaiting((before) => new Set([...before].filter((id) => id !== file.id)))
        }
      }
    },
    [client, toast, tree.id],
  )
  return { waiting, download }
}

/** Has the browser save an address; with a name it is a download even where the browser could show it. */
function saveAs(url: string, name: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
