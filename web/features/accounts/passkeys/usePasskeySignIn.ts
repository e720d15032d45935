import { useEffect, useEffectEvent, useState } from 'react'
import { PASSKEY_UNUSABLE } from '../../../../shared/passkeyRules.ts'
import { SIGNS_IN } from '../../../graphql/session.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { askPasskey, listsInFields } from '../../../webAuthn.ts'
import { SignInWithPasskeyDocument, StartPasskeySignInDocument } from './operations.generated.ts'

/** Milliseconds after which the browser's list gets a new challenge: one works for 5 minutes (KEY-07). */
const RENEW_MS = 4 * 60_000

/** Signing in by a passkey: when asked to, and by the browser's own list in the field Email (KEY-05). */
export function usePasskeySignIn(onSignedIn: (personId: string) => void) {
  // Beside each other: the list is being prepared when the button is pressed.
  const beginning = useAction(StartPasskeySignInDocument, { context: SIGNS_IN })
  const listing = useAction(StartPasskeySignInDocument, { context: SIGNS_IN })
  const signing = useAction(SignInWithPasskeyDocument, { context: SIGNS_IN })
  const [refusal, setRefusal] = useState<string>()
  const [isAsked, setAsked] = useState(false)
  const [round, setRound] = useState(0)

  const signInBy = async (response: string) => {
    const { data, refusal } = await signing.attempt({ response })
    const viewer = data?.signInWithPasskey.viewer
    if (viewer) onSignedIn(viewer.id)
    setRefusal(refusal?.message)
    return viewer !== null && viewer !== undefined
  }
  const ask = async () => {
    setRefusal(undefined)
    setAsked(true)
    const { data, refusal } = await beginning.attempt({})
    const options = data?.startPasskeySignIn.options
    if (options) {
      const { signal } = new AbortController()
      const answer = await askPasskey(options, { mediation: 'required', signal })
      if ('none' in answer) setRefusal(PASSKEY_UNUSABLE)
      // The page is left: nothing else is to be pressed meanwhile.
      else if (await signInBy(answer.response)) return
    } else setRefusal(refusal?.message)
    setAsked(false)
  }

  const list = async (signal: AbortSignal) => {
    if (!(await listsInFields()) || signal.aborted) return
    // Where it can't be prepared the button says why.
    const { data } = await listing.attempt({})
    const options = data?.startPasskeySignIn.options
    if (!options || signal.aborted) return
    const answer = await askPasskey(options, { mediation: 'conditional', signal })
    if ('response' in answer && !signal.aborted && !(await signInBy(answer.response))) setRound((n) => n + 1)
  }
  const offer = useEffectEvent(list)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins anew
  useEffect(() => {
    // The browser asks one thing at a time.
    if (isAsked) return
    const controller = new AbortController()
    const { signal } = controller
    const renew = () => setRound((n) => n + 1)
    const timer = setTimeout(() => {
      // Nobody chooses in a page that isn't seen.
      if (document.hidden) document.addEventListener('visibilitychange', renew, { once: true, signal })
      else renew()
    }, RENEW_MS)
    void offer(signal)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isAsked, round])

  return { ask, busy: isAsked || signing.busy, refusal }
}
