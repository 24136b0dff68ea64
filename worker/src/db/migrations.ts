import initial from '../../../migrations/0001_initial.sql';
import datasetObjects from '../../../migrations/0002_dataset_objects.sql';
import listedChoices from '../../../migrations/0003_listed_choices.sql';
import defaultCurrency from '../../../migrations/0004_default_currency.sql';
import namesSharesSheets from '../../../migrations/0005_names_shares_sheets.sql';
import versions from '../../../migrations/0006_versions.sql';
import connections from '../../../migrations/0007_connections.sql';
import sends from '../../../migrations/0008_sends.sql';
import pushes from '../../../migrations/0009_pushes.sql';
import sources from '../../../migrations/0010_sources.sql';
import schedules from '../../../migrations/0011_schedules.sql';
import alerts from '../../../migrations/0012_alerts.sql';
import mail from '../../../migrations/0013_mail.sql';
import teams from '../../../migrations/0014_teams.sql';
import organisation from '../../../migrations/0015_organisation.sql';
import makers from '../../../migrations/0016_makers.sql';
import named from '../../../migrations/0017_named.sql';
import storedBytes from '../../../migrations/0018_stored_bytes.sql';
import devices from '../../../migrations/0019_devices.sql';
import pushMarks from '../../../migrations/0020_push_marks.sql';
import connectionChecks from '../../../migrations/0021_connection_checks.sql';
import namedVia from '../../../migrations/0022_named_via.sql';
import payers from '../../../migrations/0023_payers.sql';
import accountIds from '../../../migrations/0024_account_ids.sql';

export interface Migration {
  name: string;
  sql: string;
}

/** Every file of `migrations/`, in order. The Worker contains them and applies the missing ones. */
export const migrations: readonly Migration[] = [
  { name: '0001_initial.sql', sql: initial },
  { name: '0002_dataset_objects.sql', sql: datasetObjects },
  { name: '0003_listed_choices.sql', sql: listedChoices },
  { name: '0004_default_currency.sql', sql: defaultCurrency },
  { name: '0005_names_shares_sheets.sql', sql: namesSharesSheets },
  { name: '0006_versions.sql', sql: versions },
  { name: '0007_connections.sql', sql: connections },
  { name: '0008_sends.sql', sql: sends },
  { name: '0009_pushes.sql', sql: pushes },
  { name: '0010_sources.sql', sql: sources },
  { name: '0011_schedules.sql', sql: schedules },
  { name: '0012_alerts.sql', sql: alerts },
  { name: '0013_mail.sql', sql: mail },
  { name: '0014_teams.sql', sql: teams },
  { name: '0015_organisation.sql', sql: organisation },
  { name: '0016_makers.sql', sql: makers },
  { name: '0017_named.sql', sql: named },
  { name: '0018_stored_bytes.sql', sql: storedBytes },
  { name: '0019_devices.sql', sql: devices },
  { name: '0020_push_marks.sql', sql: pushMarks },
  { name: '0021_connection_checks.sql', sql: connectionChecks },
  { name: '0022_named_via.sql', sql: namedVia },
  { name: '0023_payers.sql', sql: payers },
  { name: '0024_account_ids.sql', sql: accountIds },
];
