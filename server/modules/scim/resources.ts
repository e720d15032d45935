import type { GroupRow } from './groupStore.ts'
import type { UserRow } from './userStore.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:'
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0:'
export const MAX_RESULTS = 200

export const versionOf = (version: number): string => `W/"${version}"`

const metaOf = (resourceType: 'User' | 'Group', base: string, row: UserRow | GroupRow) => ({
  resourceType,
  created: row.createdAt,
  lastModified: row.updatedAt,
  location: `${base}/${resourceType}s/${row.id}`,
  version: versionOf(row.version),
})

/** @param base address of the connection's SCIM */
export const userResource = (base: string, row: UserRow) => ({
  schemas: [`${CORE}User`],
  id: row.id,
  ...(row.externalId === null ? {} : { externalId: row.externalId }),
  userName: row.userName,
  name: {
    givenName: row.givenName,
    familyName: row.familyName,
    formatted: `${row.givenName} ${row.familyName}`,
  },
  displayName: `${row.givenName} ${row.familyName}`,
  emails: [{ value: row.email, type: 'work', primary: true }],
  ...(row.title === null ? {} : { title: row.title }),
  active: row.isActive,
  meta: metaOf('User', base, row),
})

/** @param members left out where they weren't read, as in lists */
export const groupResource = (
  base: string,
  row: GroupRow,
  members?: readonly { id: string; name: string }[],
) => ({
  schemas: [`${CORE}Group`],
  id: row.id,
  ...(row.externalId === null ? {} : { externalId: row.externalId }),
  displayName: row.displayName,
  ...(members && {
    members: members.map(({ id, name }) => ({
      value: id,
      display: name,
      type: 'User',
      $ref: `${base}/Users/${id}`,
    })),
  }),
  meta: metaOf('Group', base, row),
})

export const listOf = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: [`${MESSAGES}ListResponse`],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

export const errorOf = (status: number, detail: string, scimType?: string) => ({
  schemas: [`${MESSAGES}Error`],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail,
})

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${CORE}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'The token that is made on the page of the connection.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

const typeOf = (base: string, name: 'User' | 'Group') => ({
  schemas: [`${CORE}ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: `${CORE}${name}`,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
})
export const resourceTypes = (base: string) => [typeOf(base, 'User'), typeOf(base, 'Group')]

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const complex = (name: string, subAttributes: readonly object[], more: object = {}) =>
  attribute(name, { type: 'complex', subAttributes, ...more })

const schemaOf = (base: string, name: string, attributes: readonly object[]) => ({
  schemas: [`${CORE}Schema`],
  id: `${CORE}${name}`,
  name,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${CORE}${name}` },
})
export const schemas = (base: string) => [
  schemaOf(base, 'User', [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true, uniqueness: 'server' }),
    complex('name', [
      attribute('givenName'),
      attribute('familyName'),
      attribute('formatted', { mutability: 'readOnly' }),
    ]),
    attribute('displayName', { mutability: 'readOnly' }),
    complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
      multiValued: true,
    }),
    attribute('title'),
    attribute('active', { type: 'boolean' }),
  ]),
  schemaOf(base, 'Group', [
    attribute('displayName', { required: true }),
    attribute('externalId', { caseExact: true, uniqueness: 'server' }),
    complex(
      'members',
      [
        attribute('value', { mutability: 'immutable' }),
        attribute('display', { mutability: 'readOnly' }),
        attribute('type', { mutability: 'immutable' }),
        attribute('$ref', { type: 'reference', mutability: 'readOnly' }),
      ],
      { multiValued: true },
    ),
  ]),
]
