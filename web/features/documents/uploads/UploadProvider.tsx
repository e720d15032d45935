import { useApolloClient } from '@apollo/client/react'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { usePage } from '../../../graphql/page.ts'
import { lazily } from '../../../ui/index.ts'
import { KEPT_UPLOADS } from './keptUploads.ts'
import { type PageUploads, uploadsWhenNeeded } from './lazyEngine.ts'
import type { TakenQuestion } from './sending.ts'
import { type Settle, SettleContext, UploadContext } from './UploadContext.ts'

/** Loaded with the first upload: most pages never show it. */
const UploadWindow = lazily(async () => (await import('./UploadWindow.tsx')).UploadWindow)

/** Loaded with the first upload of names that are taken. */
const TakenDialog = lazily(async () => (await import('./TakenDialog.tsx')).TakenDialog)

const LEAVE_WARNING = 'Are you sure you want to leave? The current upload will be canceled.'

/**
 * Uploads of the whole page: stands above the routes, so that what is under way survives a change of page
 * (UPL-33), under the GraphQL client, whose session it sends with.
 */
export function UploadProvider({ children }: { children: ReactNode }) {
  const client = useApolloClient()
  const { config, user } = usePage()
  const [engine] = useState(() =>
    uploadsWhenNeeded(async () =>
      (await import('./sending.ts')).openUploads(client, {
        maxBytes: config.maxUploadBytes,
        viewerId: user?.id ?? '',
        isDirect: config.directUploads,
      }),
    ),
  )
  useEffect(() => {
    takeUp(engine).catch(() => {})
  }, [engine])
  const [question, setQuestion] = useState<TakenQuestion>()
  const settle = useCallback<Settle>(
    async (target, entries) => (await import('./sending.ts')).settle(client, target, entries, setQuestion),
    [client],
  )
  return (
    <SettleContext value={settle}>
      <UploadEngineProvider engine={engine}>{children}</UploadEngineProvider>
      {question && <TakenDialog taken={question.taken} onAnswer={question.answer} />}
    </SettleContext>
  )
}

/** Goes on with what the page before left (INDEX-11). Throws where the browser keeps nothing, or the engine fails to load. */
async function takeUp(engine: PageUploads): Promise<void> {
  if (sessionStorage.getItem(KEPT_UPLOADS)) await engine.load?.()
}

/** Gives an engine to the page, with its window and the warning before leaving. */
export function UploadEngineProvider({ engine, children }: { engine: PageUploads; children: ReactNode }) {
  const busy = useSyncExternalStore(engine.subscribe, () => engine.getSnapshot().busy)
  const open = useSyncExternalStore(engine.subscribe, () => engine.getSnapshot().total > 0)
  useLeaveWarning(busy)
  useEffect(() => {
    const resume = () => engine.resume?.()
    window.addEventListener('online', resume)
    return () => window.removeEventListener('online', resume)
  }, [engine])
  useMisdropGuard()
  return (
    <UploadContext value={engine}>
      {children}
      {open && <UploadWindow />}
    </UploadContext>
  )
}

/** The browser's warning before the page goes (UPL-29), only while it would cost something (UPL-30). */
function useLeaveWarning(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Browsers of today say it in words of their own, and only when this is set.
      event.returnValue = LEAVE_WARNING
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [busy])
}

/** Files dropped beside a drop target would take the page's place in the browser and end every upload. */
function useMisdropGuard() {
  useEffect(() => {
    const guard = (event: DragEvent) => {
      const takesFiles = event.target instanceof HTMLInputElement && event.target.type === 'file'
      if (event.defaultPrevented || takesFiles || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', guard)
    window.addEventListener('drop', guard)
    return () => {
      window.removeEventListener('dragover', guard)
      window.removeEventListener('drop', guard)
    }
  }, [])
}
