import { InMemoryCache } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { appendedPages } from '../../../graphql/appendedPages.ts'

const BY_TREE_AND_ORDER = appendedPages(['treeId', 'ordering'])
const BY_TREE_ORDER_AND_FILTER = appendedPages(['treeId', 'ordering', 'since', 'companyId', 'userId'])

const POLICIES = {
  Query: {
    fields: {
      treeCompanyAnalytics: BY_TREE_ORDER_AND_FILTER,
      treeUserAnalytics: BY_TREE_ORDER_AND_FILTER,
      treeDocumentAnalytics: BY_TREE_ORDER_AND_FILTER,
      groupReading: BY_TREE_AND_ORDER,
      personReading: BY_TREE_AND_ORDER,
    },
  },
  // Their ids are those of companies, users and documents: the same one has other figures in each tree.
  CompanyAnalyticsRow: { keyFields: false as const },
  UserAnalyticsRow: { keyFields: false as const },
  DocumentAnalyticsRow: { keyFields: false as const },
  GroupReadingRow: { keyFields: false as const },
  PersonReadingRow: { keyFields: false as const },
  DocumentReader: { keyFields: false as const },
}

/** Has the cache keep pages of analytics, before the first is read; no other page loads how. */
export function useAnalyticsCache(): void {
  const { cache } = useApolloClient()
  useState(() => {
    if (cache instanceof InMemoryCache) cache.policies.addTypePolicies(POLICIES)
  })
}
