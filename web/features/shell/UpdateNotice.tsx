import { useEffect, useState } from 'react'
import { lazily } from '../../ui/index.ts'

const UpdateDialog = lazily(async () => (await import('./UpdateDialog.tsx')).UpdateDialog)

/** Ms after which the dialog is loaded: later it may be gone itself. */
const LOADED_AFTER = 10_000

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
    const timer = setTimeout(UpdateDialog.load, LOADED_AFTER)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('vite:preloadError', onFailed)
    }
  }, [])
  return open && <UpdateDialog onClose={() => setOpen(false)} />
}
