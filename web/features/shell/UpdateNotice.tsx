import { useEffect } from 'react'
import { useToast } from '../../ui/index.ts'

/** The script that this page started with. */
const ownScript = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src

/** Whether the server has another build than this page is of, and this one's no more; not while it can't be asked. */
async function isUpdated(): Promise<boolean> {
  const script = ownScript()
  if (script === undefined) return false
  try {
    const { status } = await fetch(script, { method: 'HEAD', cache: 'no-store' })
    return status === 404
  } catch {
    return false
  }
}

const UPDATED =
  'Helioroom was updated, and this part of the page comes with the newer version. Save or copy what you have typed, then reload the page.'

/**
 * Offers to reload a page whose scripts are gone since the product was updated. What is typed and open stays until the
 * person agrees. All that it shows is there with the page: nothing more could be loaded.
 */
export function UpdateNotice() {
  const toast = useToast()
  useEffect(() => {
    let asking = false
    const onFailed = () => {
      if (asking) return
      asking = true
      void isUpdated().then((updated) => {
        asking = false
        if (updated) toast.offer(UPDATED, { label: 'Reload the page', run: () => window.location.reload() })
      })
    }
    // The build's loader tells of every script that did not come.
    window.addEventListener('vite:preloadError', onFailed)
    return () => window.removeEventListener('vite:preloadError', onFailed)
  }, [toast])
  return null
}
