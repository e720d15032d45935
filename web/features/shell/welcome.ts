/** Set by the server at the first sign-in (WELC-06). */
const COOKIE = 'showWelcome'

/** Whether the welcome dialog is to open by itself; asked once, as it clears the cookie (WELC-02). */
export function takeWelcome(): boolean {
  if (!document.cookie.split('; ').includes(`${COOKIE}=true`)) return false
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = `${COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  return true
}
