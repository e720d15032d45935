import type { TabKind } from '../shared/enumerations.ts'
import type { Permission } from '../shared/permissions.ts'
import { Client } from './client.ts'
import type { TestDatabase } from './database/index.ts'
import { factories, PASSWORD } from './factories.ts'

/** A kind of tree with the permission behind each of its rights (DOC-36, DOC-37, OAM-09), as the tests know it. */
export interface TreeKind {
  readonly type: TabKind
  readonly owner: 'portfolio' | 'holding company' | 'organisation'
  /** In names of files (transport.md 7). */
  readonly fileName: string
  readonly rootName: string
  readonly view: Permission
  readonly edit: Permission
  readonly delete: Permission
  readonly admin: Permission
  readonly history: Permission
}

const DOCUMENTS = {
  type: 'DOCUMENTS',
  fileName: 'documents',
  rootName: 'Documents',
  view: 'DOCUMENTS_VIEW',
  edit: 'DOCUMENTS_EDIT',
  delete: 'DOCUMENTS_DELETE',
  admin: 'DOCUMENTS_ADMIN',
  history: 'DOCUMENTS_HISTORY_VIEW',
} as const

const REPORTS = {
  type: 'REPORTS',
  fileName: 'reports',
  rootName: 'Reports',
  view: 'REPORTS_VIEW',
  edit: 'REPORTS_EDIT',
  delete: 'REPORTS_ADMIN',
  admin: 'REPORTS_ADMIN',
  history: 'REPORTS_HISTORY_VIEW',
} as const

/** All kinds of tree at all the places that they have. */
export const TREE_KINDS: readonly TreeKind[] = [
  { ...DOCUMENTS, owner: 'portfolio' },
  { ...DOCUMENTS, owner: 'holding company' },
  { ...REPORTS, owner: 'portfolio' },
  { ...REPORTS, owner: 'holding company' },
  {
    type: 'O_AND_M',
    owner: 'organisation',
    fileName: 'o-and-m',
    rootName: 'O&M',
    view: 'O_AND_M_VIEW',
    edit: 'O_AND_M_ADMIN',
    delete: 'O_AND_M_ADMIN',
    admin: 'O_AND_M_ADMIN',
    history: 'O_AND_M_ADMIN',
  },
]

export const titleOf = ({ type, owner }: TreeKind): string =>
  `${type} of ${owner === 'organisation' ? 'an' : 'a'} ${owner}`

/** A tree of that kind in an organisation of its own, and who comes to it. */
export interface TreePlace {
  readonly organisation: { readonly id: string; readonly slug: string }
  readonly portfolio: { readonly id: string; readonly slug: string }
  readonly company: { readonly id: string; readonly slug: string }
  readonly treeId: string
  /** Of the tree's entity, or of the organisation. */
  readonly slug: string
  /** Somebody who holds just these permissions where the tree is, signed in, and their group. */
  join(permissions: readonly Permission[], groupName?: string): Promise<{ client: Client; groupId: string }>
  /** Somebody else in a group, signed in. */
  colleague(groupId: string): Promise<Client>
}

export async function treePlace(
  database: TestDatabase,
  address: string,
  { type, owner }: TreeKind,
  name: string,
): Promise<TreePlace> {
  const make = factories(database)
  const organisationId = await make.organisation({
    name: `${name} Fund`,
    slug: `${name.toLowerCase()}-fund`,
    copilot: true,
  })
  const portfolio = await make.portfolio({ organisationId, name: `${name} Portfolio` })
  const company = await make.holdingCompany({ organisationId, name: `${name} Company` })
  const treeId = await make.tree({
    organisationId,
    type,
    ...(owner === 'portfolio' && { portfolioId: portfolio.id }),
    ...(owner === 'holding company' && { holdingCompanyId: company.id }),
  })
  const organisation = { id: organisationId, slug: `${name.toLowerCase()}-fund` }
  let people = 0
  const colleague = async (groupId: string): Promise<Client> => {
    people += 1
    const email = `person${people}@${organisation.slug}.example`
    await make.member(groupId, await make.person({ email, password: PASSWORD }))
    const client = new Client(address)
    await client.signIn(email, PASSWORD)
    return client
  }
  return {
    organisation,
    portfolio,
    company,
    treeId,
    slug: { portfolio, 'holding company': company, organisation }[owner].slug,
    colleague,
    join: async (permissions, groupName) => {
      const groupId = await make.group({
        organisationId,
        role: [...new Set(permissions)],
        ...(groupName !== undefined && { name: groupName }),
        organisationWide: owner === 'organisation',
        portfolioIds: [portfolio.id],
        holdingCompanyIds: [company.id],
      })
      return { client: await colleague(groupId), groupId }
    },
  }
}
