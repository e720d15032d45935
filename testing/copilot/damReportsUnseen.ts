import type { RealisticPaper } from './realisticPapers.ts'
import type { Stated } from './terms.ts'

// Reports on dams by a state's engineer, a consultant, a federal licence's independent consultant and an owner's form. They
// were written before the extractor met them; `papers.test.ts` says what it found of them then.

const at = (page: number, field: string, ...values: string[]): Stated[] =>
  values.map((value) => ({ field, value, page }))

export const DAM_REPORTS_UNSEEN: readonly RealisticPaper[] = [
  {
    name: "a state engineer's inspection report",
    kind: 'DAM_INSPECTION',
    pages: [
      `ENGINEER'S INSPECTION REPORT
OFFICE OF THE STATE ENGINEER - DIVISION OF WATER RESOURCES - DAM SAFETY BRANCH

DAM NAME: CHERRY FORK NO. 2\tT: 7N R: 69W S: 14\tCOUNTY: LARIMER
DAM ID: 040218\tYRCOMPL: 1911\tDATE OF INSPECTION: 6/18/2025
HAZARD CLASS: High\tDAM HEIGHT (FT): 41.0\tPREVIOUS INSPECTION: 6/20/2024
OWNER NAME: CHERRY FORK RESERVOIR COMPANY\tSPILLWAY CAPACITY (CFS): 2,180

FIELD CONDITIONS OBSERVED
WATER LEVEL - BELOW DAM CREST: 9.5 FT.\tGROUND MOISTURE CONDITION: DRY

UPSTREAM SLOPE
PROBLEMS NOTED: (1) Riprap missing between stations 3+50 and 5+00. (5) Willows on the slope.

SEEPAGE
PROBLEMS NOTED: (32) Seepage exits at the toe drain outlet at 4 gpm, clear.

OUTLET
PROBLEMS NOTED: (50) The outlet gate could not be operated on the day of inspection.`,
      `CONDITIONS OBSERVED: UPSTREAM SLOPE FAIR\tDOWNSTREAM SLOPE GOOD\tSPILLWAY GOOD\tOUTLET POOR

ITEMS REQUIRING ACTION BY OWNER TO IMPROVE THE SAFETY OF THE DAM
MAINTENANCE - MINOR REPAIR - MONITORING
(1) Provide additional riprap between stations 3+50 and 5+00.
(2) Clear willows from the upstream slope.
(3) Monitor the toe drain monthly and send the readings to this office.
ENGINEERING
(4) Repair the outlet gate before filling next spring.

SAFE STORAGE LEVEL RECOMMENDED AS A RESULT OF THIS INSPECTION: FULL STORAGE
NEXT INSPECTION DUE: June 2026`,
    ],
    stated: [
      ...at(0, 'structure', 'CHERRY FORK NO. 2'),
      ...at(0, 'hazard', 'High'),
      ...at(0, 'inspected', '6/18/2025'),
      ...at(
        0,
        'finding',
        'Riprap missing between stations 3+50 and 5+00',
        'Willows on the slope',
        'Seepage exits at the toe drain outlet at 4 gpm',
        'The outlet gate could not be operated on the day of inspection',
      ),
      ...at(
        1,
        'recommendation',
        'Provide additional riprap between stations 3+50 and 5+00',
        'Clear willows from the upstream slope',
        'Monitor the toe drain monthly and send the readings to this office',
        'Repair the outlet gate before filling next spring',
      ),
      ...at(1, 'next', 'June 2026'),
    ],
  },
  {
    name: 'a Phase I report of a consultant',
    kind: 'DAM_INSPECTION',
    pages: [
      `QUABBOAG MILL POND DAM
Phase I Inspection / Evaluation Report

Dam Name: Quabboag Mill Pond Dam
State Dam ID#: 3-13-221-7
NID ID#: MA00951
Owner: Town of Eastbrook
Town: Eastbrook
Consultant: Fenwick & Lowell Engineers
Date of Inspection: October 7, 2025`,
      `EXECUTIVE SUMMARY

This Phase I Inspection/Evaluation Report details the inspection and evaluation of Quabboag Mill Pond Dam located in Eastbrook. The inspection was
conducted on October 7, 2025, by Fenwick & Lowell Engineers.

The dam is classified as an Intermediate size, Significant (Class II) hazard potential dam. The previous report of 2015 classified it as Low hazard.

In general, the overall condition of Quabboag Mill Pond Dam is Poor. The dam was found to have the following deficiencies:
1. Unwanted vegetation on the upstream and downstream slopes;
2. Deteriorated masonry at the left training wall;
3. Sinkhole of 18 inches in diameter at the crest near the low-level outlet.`,
      `Fenwick & Lowell recommends that the following be undertaken:

Studies and Analyses:
1. Perform a hydrologic and hydraulic analysis of the spillway.

Yearly Recommendations:
1. Mow the grass on the crest at least twice a year.

Repairs:
1. Repoint the masonry of the left training wall.
2. Excavate and backfill the sinkhole.

Based on the condition, the next Phase I inspection is due by October 2027. Construction costs are estimated at $310,000 to $465,000.`,
    ],
    stated: [
      ...at(0, 'structure', 'Quabboag Mill Pond Dam'),
      ...at(1, 'structure', 'Quabboag Mill Pond Dam'),
      ...at(0, 'inspected', 'October 7, 2025'),
      ...at(1, 'inspected', 'October 7, 2025'),
      ...at(1, 'hazard', 'Significant (Class II)'),
      ...at(
        1,
        'finding',
        'Unwanted vegetation on the upstream and downstream slopes',
        'Deteriorated masonry at the left training wall',
        'Sinkhole of 18 inches in diameter at the crest near the low-level outlet',
        'the overall condition of Quabboag Mill Pond Dam is Poor',
      ),
      ...at(
        2,
        'recommendation',
        'Perform a hydrologic and hydraulic analysis of the spillway',
        'Mow the grass on the crest at least twice a year',
        'Repoint the masonry of the left training wall',
        'Excavate and backfill the sinkhole',
      ),
      ...at(2, 'next', 'October 2027'),
    ],
  },
  {
    name: 'a safety inspection under a federal licence',
    kind: 'DAM_INSPECTION',
    pages: [
      `SEVENTH INDEPENDENT CONSULTANT SAFETY INSPECTION REPORT
FERC Project No. 2789 - Stillwater Gorge Hydroelectric Project

1.1 Summary of Inspection
The field inspection of the Stillwater Gorge Dam was performed on April 22 and 23, 2025 by the Independent Consultant, accompanied by
representatives of Granite State Hydro, LLC and the FERC New York Regional Office.

1.2 Hazard Potential
The dam has a high hazard potential classification because failure would endanger residences in the village of Millbrook.

1.3 Findings
The concrete of the non-overflow section is in good condition. Efflorescence was observed along the lift joint at elevation 512. Leakage of about 2 gpm
was noted from the drain at Monolith 7. No evidence of movement was found.`,
      `1.4 Recommendations
We recommend that the licensee clean the foundation drains of Monoliths 5 through 9 by December 31, 2025.
The licensee should also install a piezometer at Monolith 7.
Recommendations of the sixth report have been completed, among them the replacement of the trash racks.

1.5 The next independent consultant inspection is to be completed by June 1, 2030.`,
    ],
    stated: [
      ...at(0, 'structure', 'Stillwater Gorge Dam'),
      ...at(0, 'inspected', 'April 22 and 23, 2025'),
      ...at(0, 'hazard', 'high'),
      ...at(
        0,
        'finding',
        'Efflorescence was observed along the lift joint at elevation 512',
        'Leakage of about 2 gpm was noted from the drain at Monolith 7',
        'The concrete of the non-overflow section is in good condition',
        'No evidence of movement was found',
      ),
      ...at(
        1,
        'recommendation',
        'clean the foundation drains of Monoliths 5 through 9 by December 31, 2025',
        'install a piezometer at Monolith 7',
      ),
      ...at(1, 'next', 'June 1, 2030'),
    ],
  },
  {
    name: "an owner's monthly form",
    kind: 'DAM_INSPECTION',
    pages: [
      `DAM SAFETY INSPECTION CHECKLIST

Name of Dam:\tBuckhorn Afterbay Dam
Hazard Potential Classification:\tLow [ ]\tSignificant [X]\tHigh [ ]
Inspected by:\tJ. Arroyo, Operations
Inspection Date:\t09/03/2025
Weather:\tClear, 71 F
Pool Elevation:\t1,204.6 ft

Item\tYes\tNo\tRemarks
Cracks or bulges\t\tX\t
Rodent burrows\tX\t\tTwo burrows at the left groin
Trees or brush\tX\t\tBrush along the downstream toe
Wet spots\t\tX\t
Spillway obstructed\tX\t\tDriftwood at the log boom

Corrective actions: Fill burrows; remove driftwood
Next scheduled inspection:\t10/01/2025`,
    ],
    stated: [
      ...at(0, 'structure', 'Buckhorn Afterbay Dam'),
      ...at(0, 'hazard', 'Significant'),
      ...at(0, 'inspected', '09/03/2025'),
      ...at(
        0,
        'finding',
        'Two burrows at the left groin',
        'Brush along the downstream toe',
        'Driftwood at the log boom',
      ),
      ...at(0, 'recommendation', 'Fill burrows', 'remove driftwood'),
      ...at(0, 'next', '10/01/2025'),
    ],
  },
]
