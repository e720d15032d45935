import FileLink from '@mui/material/Link'
import type { MouseEvent } from 'react'
import { saveAs } from '../../../ui/index.ts'

/** What the lists say of a file; a report that is not finished has none (CRM-13). */
interface ListedFile {
  readonly id: string
  readonly fileUrl: string | null
  readonly fileName: string | null
}

/** Seconds before its end from which an address counts as ended: the click takes a moment. */
const MARGIN_S = 10

const hasEnded = (address: string): boolean => {
  const expires = Number(new URL(address, window.location.href).searchParams.get('expires') ?? Number.NaN)
  return expires - MARGIN_S < Date.now() / 1000
}

interface FileCellProps {
  file: ListedFile
  /** Reads the lists again. @returns the file's newer address */
  renew: (id: string) => Promise<string | null | undefined>
}

/**
 * Downloads a file (CRM-13). Its address ends after five minutes, while the list stands on where nothing runs (CRM-11):
 * a click then asks for a newer one.
 */
export function FileCell({ file: { id, fileUrl, fileName }, renew }: FileCellProps) {
  if (fileUrl === null || fileName === null) return null
  const follow = async (event: MouseEvent) => {
    if (!hasEnded(fileUrl)) return
    event.preventDefault()
    // Where that fails, the list says why.
    const address = await renew(id).catch(() => null)
    if (address) saveAs(address, fileName)
  }
  return (
    <FileLink href={fileUrl} onClick={(event) => void follow(event)}>
      {fileName}
    </FileLink>
  )
}
