import { type ReactNode, useRef, useState } from 'react'
import { useOpened } from '../../ui/index.ts'
import type { Outcome } from '../useAction.ts'
import { useViewer } from '../viewer.ts'
import { PasswordDialog } from './LazyPasswordDialog.ts'
import { useConfirmElsewhere } from './useConfirmElsewhere.ts'

interface PasswordAgain {
  /** Does it, and once more after the password where the server asks for that. @returns what came of the last try */
  readonly withPassword: <Data>(attempt: () => Promise<Outcome<Data>>) => Promise<Outcome<Data>>
  /** To be rendered outside of any form. */
  readonly dialog: ReactNode
}

interface PasswordPromptProps {
  helper: string
  next: string
  open: boolean
  onClose: () => void
  onRight: () => void
}

function PasswordPrompt({ next, ...props }: PasswordPromptProps) {
  const { id } = useViewer()
  const elsewhere = useConfirmElsewhere(next)
  return <PasswordDialog userId={id} elsewhere={elsewhere} {...props} />
}

/**
 * For what the server may refuse until the password was entered again within the last 10 minutes.
 * @param helper what the password is asked for
 * @param next where a provider leads back to, for those whom their firm signs in
 */
export function usePasswordAgain({
  helper,
  next,
}: Pick<PasswordPromptProps, 'helper' | 'next'>): PasswordAgain {
  const [isAsked, setIsAsked] = useState(false)
  const wasAsked = useOpened(isAsked)
  const answer = useRef<(isRight: boolean) => void>(undefined)
  const settle = (isRight: boolean) => {
    setIsAsked(false)
    answer.current?.(isRight)
  }
  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve
      setIsAsked(true)
    })
  return {
    withPassword: async (attempt) => {
      const outcome = await attempt()
      if (outcome.refusal?.fields?.password === undefined || !(await ask())) return outcome
      return attempt()
    },
    dialog: wasAsked && (
      <PasswordPrompt
        helper={helper}
        next={next}
        open={isAsked}
        onClose={() => settle(false)}
        onRight={() => settle(true)}
      />
    ),
  }
}
