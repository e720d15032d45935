import type { Passage } from '../copilot/index.ts'
import type { FileDownload } from './FileBar.tsx'
import type { Failure } from './reading/failure.ts'

/** What every kind of preview gets. */
export interface PreviewProps {
  name: string
  /** Signed address, good for some minutes. */
  url: string
  /** Asks for a fresh address of the same file. @throws when there is none any more */
  renew: () => Promise<string>
  /** Words to show, marked. */
  passage?: Passage | undefined
  /** The download of the file, for what can't be shown. */
  downloads: FileDownload
  /** Tells that the file can't be shown. */
  onFailed: (failure: Failure) => void
}
