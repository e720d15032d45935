/** Where a browser goes to sign in elsewhere, and which page it comes back to. */
export const ssoStartAddress = (connectionId: string, next: string): string =>
  `/sso/${connectionId}/start?${new URLSearchParams({ next })}`

/** The same to show once more who one is, as before a passkey is added (KEY-02). */
export const ssoConfirmAddress = (connectionId: string, next: string): string =>
  `/sso/${connectionId}/start?${new URLSearchParams({ next, confirm: '1' })}`

/** A whole sign-in that signs in nobody (SSO-26). */
export const ssoTestAddress = (connectionId: string, next: string): string =>
  `/sso/${connectionId}/test?${new URLSearchParams({ next })}`

export const ssoResultAddress = (connectionId: string, test: string): string =>
  `/sso/${connectionId}/tests/${test}`

/** The metadata of the product for a provider of SAML, and its entity id (SSO-14). */
export const ssoMetadataAddress = (connectionId: string): string => `/sso/${connectionId}/metadata`

/** Where a provider of SAML sends people back to. */
export const ssoAcsAddress = (connectionId: string): string => `/sso/${connectionId}/acs`

/** Where a provider of OpenID Connect sends people back to, and where it says that a session has ended (SSO-24). */
export const ssoCallbackAddress = (connectionId: string): string => `/sso/${connectionId}/callback`
export const ssoLogoutAddress = (connectionId: string): string => `/sso/${connectionId}/backchannel-logout`
