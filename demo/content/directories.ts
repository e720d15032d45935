import type { DemoDirectory } from '../plan.ts'
import { SEGUE } from './organisations.ts'
import { PEOPLE } from './people.ts'

/** Off: whoever tries it types what their own provider gives them (SSO-09). */
export const DIRECTORIES: readonly DemoDirectory[] = [
  {
    organisation: SEGUE,
    by: PEOPLE.orgAdmin.email,
    name: 'Your directory (an example)',
    domain: 'type-the-domain-of-your-emails.example',
    issuer: 'https://type-the-issuer-of-your-provider.example',
    clientId: 'Type the client ID that your provider gives you',
  },
]
