import type { RealisticPaper } from './realisticPapers.ts'
import type { Stated } from './terms.ts'

// Papers as they lie in deal rooms that the extractor was not written by, and is not improved by: what it misses of them
// stays missed. When it first met them it found 78 of their 80 terms, and 80 of the 82 values that it stated were right:
// a letter for an insurer, and a limit that was quoted and not taken, have been corrected since.

const at = (page: number, field: string, ...values: string[]): Stated[] =>
  values.map((value) => ({ field, value, page }))

export const PAPERS_KEPT_APART: readonly RealisticPaper[] = [
  {
    name: 'a solar PPA of an electric cooperative',
    kind: 'PPA_ANALYSIS',
    pages: [
      `SOLAR POWER PURCHASE AGREEMENT

by and between

Wolf Prairie Solar, LLC, as Seller,

and

Heartland Rural Electric Cooperative, Inc., as Buyer

Effective as of November 2, 2025`,
      `3.1 Purchase and Sale. For each MWh delivered to the Point of Delivery, Buyer shall pay Seller $36.75 per MWh (the "Energy Price").
3.2 Adjustment. The Energy Price shall increase by one and one-half percent (1.5%) on each anniversary of the Commercial Operation Date,
except that it shall not increase in the first two Contract Years.
3.3 The Energy Price includes all Environmental Attributes. RECs may be resold at $2.00 per MWh.`,
      `5.1 Term. The term of this Agreement ends on the twentieth (20th) anniversary of the Commercial Operation Date.
5.2 Commercial Operation. Seller expects to achieve the Commercial Operation Date on or before August 1, 2027. Buyer may terminate if it is not
achieved by February 1, 2028.
6.1 "Point of Delivery" means the low side of the main transformer at the Fort Scott 69 kV substation.
7.4 Seller's Security. Seller shall maintain a letter of credit in the amount of $2,400,000.`,
    ],
    stated: [
      ...at(0, 'seller', 'Wolf Prairie Solar, LLC'),
      ...at(0, 'buyer', 'Heartland Rural Electric Cooperative, Inc.'),
      ...at(1, 'price', '$36.75 per MWh'),
      ...at(1, 'escalator', 'one and one-half percent (1.5%)'),
      ...at(2, 'term', 'twentieth (20th) anniversary'),
      ...at(2, 'cod', 'August 1, 2027'),
      ...at(2, 'settlement', 'low side of the main transformer at the Fort Scott 69 kV substation'),
      ...at(2, 'security', '$2,400,000'),
    ],
  },
  {
    name: 'a second amendment',
    kind: 'PPA_ANALYSIS',
    pages: [
      `SECOND AMENDMENT TO ENERGY PURCHASE AGREEMENT

This Second Amendment, dated April 9, 2026, is between Rattlesnake Butte Wind, LLC ("Supplier") and Columbia Basin Public Utility District
("Purchaser").

1. Section 4.1 is amended to read: "The Contract Price is $52.10 per MWh."
2. The Contract Price of $49.95 per MWh that was in force since 2022 no longer applies.
3. The date "May 31, 2027" in Section 2.3 is deleted and replaced with "the Guaranteed Commercial Operation Date is March 31, 2028".
4. Supplier's performance security is increased from $4,000,000 to $5,500,000.
5. All other terms remain in effect.`,
    ],
    stated: [
      ...at(0, 'seller', 'Rattlesnake Butte Wind, LLC'),
      ...at(0, 'buyer', 'Columbia Basin Public Utility District'),
      ...at(0, 'price', '$52.10 per MWh'),
      ...at(0, 'cod', 'March 31, 2028'),
      ...at(0, 'security', '$5,500,000'),
    ],
  },
  {
    name: 'a summary of terms for lenders',
    kind: 'PPA_ANALYSIS',
    pages: [
      `SUMMARY OF PRINCIPAL TERMS

Offtaker\tDesert Communities Energy Authority
Seller\tSaguaro Storage Holdings, LLC
Contract price\t$33.20/MWh, flat for the whole term
Tenor\t15 years from COD
Guaranteed COD\tJuly 15, 2027
Delivery point\tPinnacle Peak 230 kV Switchyard
Credit support\t$85/kW letter of credit before COD`,
    ],
    stated: [
      ...at(0, 'buyer', 'Desert Communities Energy Authority'),
      ...at(0, 'seller', 'Saguaro Storage Holdings, LLC'),
      ...at(0, 'price', '$33.20/MWh'),
      ...at(0, 'escalator', 'flat for the whole term'),
      ...at(0, 'term', '15 years'),
      ...at(0, 'cod', 'July 15, 2027'),
      ...at(0, 'settlement', 'Pinnacle Peak 230 kV Switchyard'),
      ...at(0, 'security', '$85/kW'),
    ],
  },
  {
    name: 'a letter of intent',
    kind: 'PPA_ANALYSIS',
    pages: [
      `LETTER OF INTENT
NON-BINDING

Wolf Prairie Solar, LLC ("Seller") and Desert Communities Energy Authority ("Buyer") intend to negotiate a power purchase agreement.
The price is expected to be between $34.00 and $37.00 per MWh. The term would be 15 or 20 years.`,
    ],
    stated: [],
  },
  {
    name: 'a certificate with two insureds and several policies',
    kind: 'INSURANCE',
    pages: [
      `CERTIFICATE OF INSURANCE

Issued to: Columbia Basin Public Utility District
Named Insured: Rattlesnake Butte Wind, LLC; Butte Operations, LLC
Insurer A: Cascade Fire and Casualty Company
Insurer B: Northgate Indemnity Company

Type\tInsurer\tPolicy No.\tFrom\tTo\tLimit
General liability\tA\tGLA 771820\t10/01/2025\t10/01/2026\tEach occurrence $1,000,000
Automobile\tA\tAUT 771821\t10/01/2025\t10/01/2026\tCombined single limit $1,000,000
Excess\tB\tNX 5500291\t10/01/2025\t10/01/2026\tEach occurrence $9,000,000

Deductible under the general liability policy: $25,000`,
    ],
    stated: [
      ...at(0, 'insured', 'Rattlesnake Butte Wind, LLC', 'Butte Operations, LLC'),
      ...at(0, 'insurer', 'Cascade Fire and Casualty Company', 'Northgate Indemnity Company'),
      ...at(0, 'policy', 'GLA 771820', 'AUT 771821', 'NX 5500291'),
      ...at(0, 'effective', '10/01/2025'),
      ...at(0, 'expiration', '10/01/2026'),
      ...at(0, 'limit', '$1,000,000', '$9,000,000'),
    ],
  },
  {
    name: 'a binder of builder’s risk',
    kind: 'INSURANCE',
    pages: [
      `INSURANCE BINDER

Binder number: B-20260312
Company: Old Dominion Marine Insurance Company
Insured: Wolf Prairie Solar, LLC
Effective: March 12, 2026
Expires: June 10, 2026
Type of insurance: builder's risk, all risk
Policy number: to be issued

Limit: $74,000,000 any one occurrence
Delay in start-up: $6,100,000
Earthquake: not covered
Testing: sublimit of $5,000,000`,
    ],
    stated: [
      ...at(0, 'insurer', 'Old Dominion Marine Insurance Company'),
      ...at(0, 'insured', 'Wolf Prairie Solar, LLC'),
      ...at(0, 'effective', 'March 12, 2026'),
      ...at(0, 'expiration', 'June 10, 2026'),
      ...at(0, 'limit', '$74,000,000', '$6,100,000', '$5,000,000'),
    ],
  },
  {
    name: 'a confirmation of insurance in a letter',
    kind: 'INSURANCE',
    pages: [
      `TO WHOM IT MAY CONCERN

We, as insurance brokers to Saguaro Storage Holdings, LLC, confirm that the following insurance is in force:

Third party liability insurance, placed with Pacific Crest Insurance Company, policy number PCL-2026-4471, for the period from 1 February 2026
to 31 January 2027, with a limit of indemnity of $20,000,000 for any one occurrence. Pollution is excluded.

The policy does not cover professional liability. A limit of $5,000,000 for it was quoted but not taken up.`,
    ],
    stated: [
      ...at(0, 'insured', 'Saguaro Storage Holdings, LLC'),
      ...at(0, 'insurer', 'Pacific Crest Insurance Company'),
      ...at(0, 'policy', 'PCL-2026-4471'),
      ...at(0, 'effective', '1 February 2026'),
      ...at(0, 'expiration', '31 January 2027'),
      ...at(0, 'limit', '$20,000,000'),
    ],
  },
  {
    name: 'an endorsement that cancels a policy',
    kind: 'INSURANCE',
    pages: [
      `ENDORSEMENT No. 4

Policy Number: NX 5500291
Named Insured: Rattlesnake Butte Wind, LLC
Issued by: Northgate Indemnity Company
Effective date of this endorsement: May 1, 2026

The Each Occurrence Limit is increased to $12,000,000. The former limit of $9,000,000 is cancelled.`,
    ],
    stated: [
      ...at(0, 'policy', 'NX 5500291'),
      ...at(0, 'insured', 'Rattlesnake Butte Wind, LLC'),
      ...at(0, 'insurer', 'Northgate Indemnity Company'),
      ...at(0, 'effective', 'May 1, 2026'),
      ...at(0, 'limit', '$12,000,000'),
    ],
  },
  {
    name: 'an inspection form of a state',
    kind: 'DAM_INSPECTION',
    pages: [
      `DAM INSPECTION FORM

Dam name: Juniper Gulch Dam\tState ID: 2-0441
County: Mesa\tOwner: Grand Valley Irrigation Company
Hazard class: High\tSize: Small
Inspection date: 07/08/2026\tWeather: clear
Next inspection due: 07/2027

DEFICIENCIES NOTED
1. Rutting on the crest up to 6 inches deep.
2. Wet area at the right abutment, about 20 feet wide.
3. Trash rack is missing two bars.

ACTIONS REQUIRED
1. Regrade the crest within 60 days.
2. Monitor the wet area weekly and report changes.
3. Replace the bars of the trash rack.`,
    ],
    stated: [
      ...at(0, 'structure', 'Juniper Gulch Dam'),
      ...at(0, 'hazard', 'High'),
      ...at(0, 'inspected', '07/08/2026'),
      ...at(0, 'next', '07/2027'),
      ...at(
        0,
        'finding',
        'Rutting on the crest up to 6 inches deep.',
        'Wet area at the right abutment, about 20 feet wide.',
        'Trash rack is missing two bars.',
      ),
      ...at(
        0,
        'recommendation',
        'Regrade the crest within 60 days.',
        'Monitor the wet area weekly and report changes.',
        'Replace the bars of the trash rack.',
      ),
    ],
  },
  {
    name: 'an executive summary of a federal inspection',
    kind: 'DAM_INSPECTION',
    pages: [
      `EXECUTIVE SUMMARY

The periodic inspection of Black Otter Dam was performed on October 5, 2026. The hazard potential of the dam is significant. It
had been rated high until the downstream camp was closed in 2012.

Findings
- Settlement of the left training wall of 0.4 inches was observed.
- The drains of the gallery were found to be partly blocked.`,
      `Recommendations
- Clean the gallery drains and measure their flow each month.
- Survey the left training wall every six months.

The next periodic inspection is scheduled for October 2031.`,
    ],
    stated: [
      ...at(0, 'structure', 'Black Otter Dam'),
      ...at(0, 'hazard', 'significant'),
      ...at(0, 'inspected', 'October 5, 2026'),
      ...at(
        0,
        'finding',
        'Settlement of the left training wall of 0.4 inches was observed.',
        'The drains of the gallery were found to be partly blocked.',
      ),
      ...at(
        1,
        'recommendation',
        'Clean the gallery drains and measure their flow each month.',
        'Survey the left training wall every six months.',
      ),
      ...at(1, 'next', 'October 2031'),
    ],
  },
  {
    name: 'an owner’s yearly check of a dike',
    kind: 'DAM_INSPECTION',
    pages: [
      `ANNUAL OWNER INSPECTION

Structure: Salt Fork Dike
Inspected: 11 May 2026
Hazard classification: Low
Last inspected: 14 May 2025

Observations
Riprap is in place and the crest is even.
A muskrat burrow was seen near gauge 3.

Follow-up
The burrow should be filled before winter.

Next inspection: May 2027`,
    ],
    stated: [
      ...at(0, 'structure', 'Salt Fork Dike'),
      ...at(0, 'inspected', '11 May 2026'),
      ...at(0, 'hazard', 'Low'),
      ...at(
        0,
        'finding',
        'Riprap is in place and the crest is even.',
        'A muskrat burrow was seen near gauge 3.',
      ),
      ...at(0, 'recommendation', 'The burrow should be filled before winter.'),
      ...at(0, 'next', 'May 2027'),
    ],
  },
  {
    name: 'a contract whose first page was replaced',
    kind: 'PPA_ANALYSIS',
    pages: [
      `SUPERSEDED

Contract Price: $58.00 per MWh
Buyer: Mesa Retail Energy LLC`,
      `Contract Price: $55.40 per MWh
Buyer: Mesa Retail Energy LLC
Seller: Juniper Gulch Hydro, LLC
Escalation: none
Term: 10 years`,
    ],
    stated: [
      ...at(1, 'price', '$55.40 per MWh'),
      ...at(1, 'buyer', 'Mesa Retail Energy LLC'),
      ...at(1, 'seller', 'Juniper Gulch Hydro, LLC'),
      ...at(1, 'escalator', 'none'),
      ...at(1, 'term', '10 years'),
    ],
  },
]
