import { type ReactNode, useMemo, useState } from 'react'
import { Alert, ToastsProvider } from '../ui/index.ts'

/** Says over the sign-in page what could not be loaded; the toasts of the other pages would be half as large as its forms. */
export function Notices({ children }: { children: ReactNode }) {
  const [text, setText] = useState<string>()
  const toasts = useMemo(
    () => ({ success: setText, error: setText, info: setText, warning: setText, offer: setText }),
    [],
  )
  return (
    <ToastsProvider value={toasts}>
      {text !== undefined && <Alert tone="danger">{text}</Alert>}
      {children}
    </ToastsProvider>
  )
}
