/** Whether anybody can see what would be read, and the server may be reached. */
export const isWatched = (): boolean => document.visibilityState !== 'hidden' && navigator.onLine

/**
 * Calls back when the page is seen again, or the connection is there again.
 * @returns ends it
 */
export function onReturn(back: () => void): () => void {
  const ifWatched = () => {
    if (isWatched()) back()
  }
  document.addEventListener('visibilitychange', ifWatched)
  window.addEventListener('online', ifWatched)
  return () => {
    document.removeEventListener('visibilitychange', ifWatched)
    window.removeEventListener('online', ifWatched)
  }
}
