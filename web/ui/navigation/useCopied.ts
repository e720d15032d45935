import { useCallback, useEffect, useState } from 'react'

/** How long 'Copied!' stands, in ms (FMT-17). */
const COPIED_STAYS = 1000

/** Copies a text; `copied` then holds for one second (FMT-17). */
export function useCopied() {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_STAYS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = useCallback(async (text: string) => {
    await copyText(text)
    setCopied(true)
  }, [])
  return { copied, copy }
}

/** Puts a text on the clipboard, also where the page is not served by https, or the browser asks and is told no. */
async function copyText(text: string): Promise<void> {
  try {
    // Absent without https, which counts as a refusal.
    return await navigator.clipboard.writeText(text)
  } catch {}
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
