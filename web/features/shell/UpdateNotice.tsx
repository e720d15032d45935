import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { Dialog, DialogBody, DialogFoot } from '../../ui/index.ts'

/** The scripts that a page starts with. */
const scriptsOf = (page: Document): string =>
  [...page.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')]
    .map((script) => script.getAttribute('src'))
    .join(' ')

/** Whether the server has another build than this page is of; not while it can't be asked. */
async function isUpdated(): Promise<boolean> {
  try {
    const answer = await fetch('/login', { cache: 'no-store' })
    if (!answer.ok) return false
    const now = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return scriptsOf(now) !== scriptsOf(document)
  } catch {
    return false
  }
}

/**
 * Offers to reload a page whose scripts are gone since the product was updated. What is typed and open stays until the
 * person agrees.
 */
export function UpdateNotice() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    let asking = false
    const onFailed = () => {
      if (asking) return
      asking = true
      void isUpdated().then((updated) => {
        asking = false
        if (updated) setOpen(true)
      })
    }
    // The build's loader tells of every script that did not come.
    window.addEventListener('vite:preloadError', onFailed)
    return () => window.removeEventListener('vite:preloadError', onFailed)
  }, [])
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Helioroom was updated">
      <DialogBody>
        <p style={{ margin: 0 }}>
          This part of the page comes with the newer version. Reload the page to go on, or close this first to
          save or copy what you have typed.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button variant="outlined" onClick={() => setOpen(false)}>
          Not now
        </Button>
        <Button variant="contained" onClick={() => window.location.reload()} autoFocus>
          Reload the page
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
