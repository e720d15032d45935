import GlobalStyles from '@mui/material/GlobalStyles'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { isRefused } from '../../../../graphql/errors.ts'
import { CancelButton, Dialog, DialogBody, DialogFoot, useToast } from '../../../../ui/index.ts'
import { type PageSource, whenGiven } from './pageSource.ts'

/** One page on each sheet, and nothing else of what is on the screen (MARK-29). */
const ON_PAPER = {
  '@media print': {
    '@page': { margin: 0 },
    'body > :not([data-sheets])': { display: 'none !important' },
    '[data-sheets]': { display: 'block !important' },
    '[data-sheets] > img': {
      display: 'block',
      width: '100%',
      height: '100vh',
      objectFit: 'contain',
      breakAfter: 'page',
      breakInside: 'avoid',
    },
  },
} as const

interface PrintSheetsProps {
  name: string
  source: PageSource
  /** Tells that nobody is given the pages any more. */
  onLost: () => void
  /** Tells that they may no longer be printed. */
  onUnprinted: () => void
  onClose: () => void
}

/** Gets all pages for paper, each with the mark of the print, and prints them. */
export function PrintSheets({ name, source, onLost, onUnprinted, onClose }: PrintSheetsProps) {
  const toast = useToast()
  const [sheets, setSheets] = useState<readonly string[]>([])
  const [note, setNote] = useState<string | null>(null)
  const lost = useEffectEvent(onLost)
  const unprinted = useEffectEvent(onUnprinted)
  const close = useEffectEvent(onClose)
  const warn = useEffectEvent((text: string) => toast.error(text))

  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const got: string[] = []
    const print = async () => {
      for (let index = 0; index < source.count; index += 1) {
        const picture = await whenGiven(() => source.print(index, signal), signal, setNote)
        if (!('src' in picture)) {
          if (picture.kind === 'lost') return lost()
          if (picture.kind === 'unprinted') {
            warn('You may no longer print this document.')
            unprinted()
            return close()
          }
          warn(`Page ${index + 1} could not be drawn, so nothing was printed.`)
          return close()
        }
        got.push(picture.src)
        setNote(null)
        flushSync(() => setSheets([...got]))
      }
      const images = [...document.querySelectorAll<HTMLImageElement>('[data-sheets] > img')]
      await Promise.all(images.map((image) => image.decode?.().catch(() => {})))
      signal.throwIfAborted()
      window.print()
      close()
    }
    print().catch((error: unknown) => {
      if (signal.aborted) return
      if (isRefused(error)) return lost()
      warn('The pages could not be read from the server, so nothing was printed.')
      close()
    })
    return () => {
      left.abort()
      for (const src of got) URL.revokeObjectURL(src)
    }
  }, [source])

  return (
    <>
      <GlobalStyles styles={ON_PAPER} />
      {createPortal(
        <div hidden data-sheets="">
          {sheets.map((src, index) => (
            <img key={src} src={src} alt={`Page ${index + 1} of ${source.count} of ${name}.`} />
          ))}
        </div>,
        document.body,
      )}
      <Dialog open onClose={onClose} title="Print" overline={name}>
        <DialogBody>
          <p role="status">
            {note ?? `Getting page ${Math.min(sheets.length + 1, source.count)} of ${source.count} ready …`}
          </p>
        </DialogBody>
        <DialogFoot>
          <CancelButton variant="outlined" />
        </DialogFoot>
      </Dialog>
    </>
  )
}
