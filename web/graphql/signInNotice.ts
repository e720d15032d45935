import { useState } from 'react'

/** What the server says of a sign-in elsewhere that came to nothing (SSO-16, SSO-25). */
export interface SignInNotice {
  readonly text: string
  /** Under which admins find the reason. */
  readonly code: string | null
}

const COOKIE = 'signinnotice'

/** Clears the cookie, so that the next page says nothing of it. */
function take(): SignInNotice | null {
  const value = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)
  if (!value) return null
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  try {
    const { text, code } = JSON.parse(decodeURIComponent(value))
    return typeof text === 'string' ? { text, code: typeof code === 'string' ? code : null } : null
  } catch {
    return null
  }
}

/** One sentence with its code, said once by the page that the person is led to; null for nothing to say. */
export function useSignInNotice(): string | null {
  const [notice] = useState(take)
  if (!notice) return null
  return notice.code === null ? notice.text : `${notice.text} Code: ${notice.code}`
}
