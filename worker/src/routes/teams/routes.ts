import type { Handlers } from '../mount.ts';
import { handleReadAudit } from './audit-handlers.ts';
import {
  handleAcceptInvitation,
  handleEndInvitation,
  handleInvite,
  handleListInvitations,
  handleOpenInvitation,
} from './invitation-handlers.ts';
import { handleChangeRole, handleLeave, handleListMembers, handleRemoveMember } from './member-handlers.ts';
import { handleReadRules, handleRequireDomain, handleSetRetention } from './rules.ts';
import {
  handleChangeTeam,
  handleDeleteTeam,
  handleListTeams,
  handleMakeTeam,
  handleReadTeam,
} from './team-handlers.ts';

export const teamHandlers = {
  'GET /api/teams': handleListTeams,
  'POST /api/teams': handleMakeTeam,
  'GET /api/teams/:team': handleReadTeam,
  'PATCH /api/teams/:team': handleChangeTeam,
  'DELETE /api/teams/:team': handleDeleteTeam,
  'POST /api/teams/:team/leave': handleLeave,
  'GET /api/teams/:team/members': handleListMembers,
  'PATCH /api/teams/:team/members/:member': handleChangeRole,
  'DELETE /api/teams/:team/members/:member': handleRemoveMember,
  'GET /api/teams/:team/invitations': handleListInvitations,
  'POST /api/teams/:team/invitations': handleInvite,
  'DELETE /api/teams/:team/invitations/:invitation': handleEndInvitation,
  'GET /api/teams/:team/rules': handleReadRules,
  'PUT /api/teams/:team/domain': handleRequireDomain,
  'PUT /api/teams/:team/retention': handleSetRetention,
  'GET /api/teams/:team/audit': handleReadAudit,
  'POST /api/invitations': handleOpenInvitation,
  'POST /api/invitations/accept': handleAcceptInvitation,
} satisfies Partial<Handlers>;
