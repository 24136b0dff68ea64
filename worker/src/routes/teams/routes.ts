import { Hono } from 'hono/tiny';
import { AUDIT_READS, INVITATION_LOOKS, TEAM_CHANGES } from '#contract/limits.ts';
import { domainRuleSchema, retentionRuleSchema } from '#contract/organisation.ts';
import {
  invitationTokenSchema,
  newInvitationSchema,
  newTeamSchema,
  roleChangeSchema,
  teamChangeSchema,
  teamDeletionSchema,
} from '#contract/teams.ts';
import type { AppEnv } from '#worker/env.ts';
import { limitByUser } from '#worker/middleware/rate-limit.ts';
import { validate } from '#worker/middleware/request-body.ts';
import { requireUser } from '#worker/middleware/session.ts';
import { requireTeam } from '#worker/middleware/team.ts';
import { handleListOfTeam } from '../analyses/read.ts';
import { analyses } from '../analyses/routes.ts';
import { checkRoutes } from '../connections/check.ts';
import { namedRoutes } from '../connections/named.ts';
import { connectionRoutes } from '../connections/routes.ts';
import { platforms } from '../pushes/platform-routes.ts';
import { pushRoutes } from '../pushes/routes.ts';
import { sendRoutes } from '../sends.ts';
import { handleReadAudit } from './audit.ts';
import {
  handleAcceptInvitation,
  handleEndInvitation,
  handleInvite,
  handleListInvitations,
  handleOpenInvitation,
} from './invitations.ts';
import { handleChangeRole, handleLeave, handleListMembers, handleRemoveMember } from './members.ts';
import { handleReadRules, handleRequireDomain, handleSetRetention } from './rules.ts';
import {
  handleChangeTeam,
  handleDeleteTeam,
  handleListTeams,
  handleMakeTeam,
  handleReadTeam,
} from './teams.ts';

const limitChanges = limitByUser('team', TEAM_CHANGES, 'You are changing teams very often.');
const limitReads = limitByUser('audit', AUDIT_READS, 'You are reading the log very often.');

/** What belongs to a team has the same routes as what belongs to a user. */
const team = new Hono<AppEnv>();

team.use(requireTeam);
team.get('/', handleReadTeam);
team.patch('/', limitChanges, validate(teamChangeSchema), handleChangeTeam);
team.delete('/', limitChanges, validate(teamDeletionSchema), handleDeleteTeam);
team.post('/leave', limitChanges, handleLeave);

team.get('/members', handleListMembers);
team.patch('/members/:member', limitChanges, validate(roleChangeSchema), handleChangeRole);
team.delete('/members/:member', limitChanges, handleRemoveMember);

team.get('/invitations', handleListInvitations);
team.post('/invitations', limitChanges, validate(newInvitationSchema), handleInvite);
team.delete('/invitations/:invitation', limitChanges, handleEndInvitation);

team.get('/rules', handleReadRules);
team.put('/domain', limitChanges, validate(domainRuleSchema), handleRequireDomain);
team.put('/retention', limitChanges, validate(retentionRuleSchema), handleSetRetention);
team.get('/audit', limitReads, handleReadAudit);

team.get('/analyses', handleListOfTeam);
team.route('/analyses', analyses);
team.route('/connections', connectionRoutes);
team.route('/connections', namedRoutes);
team.route('/connections', checkRoutes);
team.route('/platforms', platforms);
team.route('/pushes', pushRoutes);
team.route('/sends', sendRoutes);

export const teamRoutes = new Hono<AppEnv>();

teamRoutes.use(requireUser);
teamRoutes.get('/', handleListTeams);
teamRoutes.post('/', limitChanges, validate(newTeamSchema), handleMakeTeam);
teamRoutes.route('/:team', team);

const limitLooks = limitByUser('invitation', INVITATION_LOOKS, 'You are opening very many invitations.');

export const invitationRoutes = new Hono<AppEnv>();

invitationRoutes.use(requireUser);
invitationRoutes.post('/', limitLooks, validate(invitationTokenSchema), handleOpenInvitation);
invitationRoutes.post('/accept', limitLooks, validate(invitationTokenSchema), handleAcceptInvitation);
