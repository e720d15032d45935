import { createContext, useContext } from 'react'
import type { ViewerQuery } from './operations.generated.ts'

/** Identity of the signed-in person as the page carries it; the Viewer query gives the rest. */
export interface PageUser {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly fullName: string
  readonly email: string | null
  /** While the licence agreement is not accepted, nothing but it is shown (EULA-01). */
  readonly agreements: { readonly acceptedEula: boolean }
}

/** Styles of MapLibre, and the token that goes with what is asked of the origins (MAP-15). */
export interface PageMap {
  readonly lightStyle: string | null
  readonly satelliteStyle: string | null
  readonly token: string | null
  readonly origins: readonly string[]
}

/** Public settings of the installation (SHELL-37). */
interface PageConfig {
  readonly environmentName: string
  /** Whether checklists are switched on (ORG-30). */
  readonly checklists: boolean
  /** Null where none is set. */
  readonly supportEmail: string | null
  readonly privacyUrl: string
  readonly termsUrl: string
  readonly maxUploadBytes: number
  /** The operator's analytics service (SHELL-40); null for none. */
  readonly analyticsUrl: string | null
  /** The operator's service for error reports (SHELL-40); null for none. */
  readonly errorReportsUrl: string | null
  /** Whether passkeys work on localhost alone (KEY-04). */
  readonly passkeysNeedPublicUrl: boolean
  /** Whether text messages go out, or are read by the installation's staff alone (SEC-25). */
  readonly sendsTexts: boolean
  /** Whether uploads may go straight to the store (STORE-21). */
  readonly directUploads: boolean
  /** The operator's maps service (MAP-15); null for none, and for who isn't signed in. */
  readonly map: PageMap | null
}

/** A room as somebody else sees it, read only. */
export interface PageView {
  readonly id: string
  /** Of the group or person. */
  readonly name: string
  readonly expiresAt: string
  /** Whether moves, permissions and new versions that are staged show as marks alone, since there are too many (STAGE-08). */
  readonly isTooMuchStaged: boolean
}

/** What the page carries: who is signed in (null: nobody), and the configuration (SHELL-38, SHELL-39). */
export interface Page {
  readonly user: PageUser | null
  /** Whose view of a room the session is in, if it is in one. */
  readonly view?: PageView
  /** The answer to the Viewer query (SHELL-39); null or none where it has to be asked for. */
  readonly viewer?: ViewerQuery | null
  readonly config: PageConfig
}

declare global {
  interface Window {
    helioroom: Page
  }
}

const ELEMENT_ID = 'helioroom-page'

/** Reads the JSON block that the server writes into the page. */
export function readPage(source: Document): Page {
  return JSON.parse(source.getElementById(ELEMENT_ID)?.textContent ?? 'null')
}

const PageContext = createContext<Page | null>(null)

export const PageProvider = PageContext.Provider

/** What the page carried when it was loaded. */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage is called outside of its provider')
  return page
}

/** Whether the browser can use passkeys here: without a public address they work on localhost alone (KEY-04). */
export function usePasskeysWork(): boolean {
  const { config } = usePage()
  return (
    'PublicKeyCredential' in window &&
    (!config.passkeysNeedPublicUrl || window.location.hostname === 'localhost')
  )
}
