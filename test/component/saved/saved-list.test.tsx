import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { leaveDocument } from '#frontend/lib/leave-document.ts';
import { SignIn } from '#frontend/features/sign-in/sign-in.tsx';
import { SavedList } from '#frontend/features/saved/saved-list.tsx';
import { analysesExamples } from '#test/contract/analyses.ts';
import { EXAMPLE_ID } from '#test/contract/example.ts';
import { skipWaits } from '#test/support/clock.ts';
import { installAccountRoom, SIGNED_OUT } from '#test/support/account-room.tsx';
import { answerOf, gate, type Answer } from '#test/support/fake-server.ts';
import { summary } from '#test/support/saved-analysis.ts';

const { user, address, expectMessage, ...room } = installAccountRoom();

function open(answers: Record<string, Answer>) {
  return room.open({
    at: '/saved',
    pages: { '/saved': <SavedList />, '/auth/login': <SignIn /> },
    answers,
  });
}

const openList = (...analyses: object[]) => open({ 'GET /api/analyses': { body: analyses } });
const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('li');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
};

describe('the list of saved analyses', () => {
  test('shows file, date and figures of each, and its top segments with their field, the highest rate first', async () => {
    openList(summary());
    const row = await rowOf('leads.csv');
    expect(row.getByText('Oct 15, 2025 3:04 PM')).toBeInTheDocument();
    const figures = row.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(figures).toEqual([
      ['Conversion Value', '$1,234.50'],
      ['Significance Threshold', '10%'],
      ['Total Leads', '9,240'],
      ['Conversion Rate', '38.5%'],
      ['Status column', 'Stage'],
      ['Converted', 'Won, Sold'],
      ['Attributes', 'Source; Device'],
    ]);
    expect(row.getByText('Top Performing Segments')).toBeInTheDocument();
    expect(row.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Device: Phone! 9 leads 100.0%',
      'Source: Referral! 8 leads 50.0%',
      'Device: Tablet! 9 leads 44.4%',
    ]);
  });

  test('reads what the server answers', async () => {
    open({ 'GET /api/analyses': answerOf(analysesExamples.list) });
    const row = await rowOf('leads.csv');
    expect(row.getByText('42.0%')).toBeInTheDocument();
    expect(row.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Source: Referral75.0%',
      'Device: Desktop52.5%',
    ]);
    await user.click(row.getByRole('link', { name: 'leads.csv' }));
    expect(address()).toBe(`/saved/${EXAMPLE_ID}`);
  });

  test('marks an analysis with a link, and says that the link is deleted with it', async () => {
    openList(
      summary({ id: '1', fileName: 'a.csv' }),
      summary({ id: '2', fileName: 'b.csv', isShared: true }),
    );
    expect((await rowOf('a.csv')).queryByText('Shared')).toBeNull();
    expect((await rowOf('b.csv')).getByText('Shared')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete b.csv' }));
    expect(screen.getByText(/will be deleted with its dataset and its read-only link\./)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Delete a.csv' }));
    expect(screen.getByText(/will be deleted with its dataset\./)).toBeInTheDocument();
  });

  test('marks an analysis that is kept current, and says that this ends with it', async () => {
    openList(
      summary({ id: '1', fileName: 'a.csv' }),
      summary({ id: '2', fileName: 'b.csv', source: 'active' }),
      summary({ id: '3', fileName: 'c.csv', source: 'paused', isShared: true }),
    );
    expect((await rowOf('a.csv')).queryByText(/^(Kept current|Updates paused)$/)).toBeNull();
    expect((await rowOf('b.csv')).getByText('Kept current')).toBeInTheDocument();
    expect((await rowOf('c.csv')).getByText('Updates paused')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete b.csv' }));
    expect(
      screen.getByText(/with its dataset and its inbox or schedule with all versions\./),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Delete c.csv' }));
    expect(
      screen.getByText(/with its dataset, its read-only link and its inbox or schedule with all versions\./),
    ).toBeInTheDocument();
  });

  test('marks an analysis with alerts, with a sign until they are seen', async () => {
    openList(
      summary({ id: '1', fileName: 'a.csv' }),
      summary({ id: '2', fileName: 'b.csv', source: 'active', alerts: { open: 3, unseen: 1 } }),
      summary({ id: '3', fileName: 'c.csv', source: 'active', alerts: { open: 1, unseen: 0 } }),
    );
    expect((await rowOf('a.csv')).queryByText(/alert/)).toBeNull();
    expect((await rowOf('b.csv')).getByText('3 alerts').textContent).toBe('!3 alerts');
    expect((await rowOf('c.csv')).getByText('1 alert').textContent).toBe('1 alert');
  });

  test('says so where no segment is above the overall rate', async () => {
    openList(summary({ analysisData: { totalLeads: 3, totalQualified: 0, overallRate: 0, metrics: [] } }));
    expect((await rowOf('leads.csv')).getByText('None above average')).toBeInTheDocument();
  });

  test('marks top segments of few leads with their number', async () => {
    const metric = (fieldValue: string, totalLeads: number, conversionRate: number) => {
      return { fieldName: 'Source', fieldValue, totalLeads, qualifiedLeads: 1, conversionRate };
    };
    const metrics = [metric('Partner', 50, 60), metric('Fair', 49, 70), metric('Friend', 1, 100)];
    openList(summary({ analysisData: { totalLeads: 9, totalQualified: 4, overallRate: 40, metrics } }));
    const row = await rowOf('leads.csv');
    expect(row.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Source: Friend! 1 lead 100.0%',
      'Source: Fair! 49 leads 70.0%',
      'Source: Partner60.0%',
    ]);
  });

  test('a segment at the overall rate is not above it', async () => {
    const metric = (fieldValue: string, conversionRate: number) => {
      return { fieldName: 'Source', fieldValue, totalLeads: 9, qualifiedLeads: 4, conversionRate };
    };
    const metrics = [metric('As usual', 40), metric('Hardly more', 40.001), metric('Hardly less', 39.999)];
    openList(summary({ analysisData: { totalLeads: 9, totalQualified: 4, overallRate: 40, metrics } }));
    const row = await rowOf('leads.csv');
    expect(row.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Source: Hardly more! 9 leads 40.0%',
    ]);
  });

  test('shortens long lists of values and ranges, and has more of them in a title', async () => {
    const values = Array.from({ length: 10 }, (_, n) => `Won ${n}`);
    const ranges = [10, 20, 30, 40, 50, 60].map((min) => ({
      min,
      max: min + 9,
      label: min === 10 ? 'Low' : '',
    }));
    openList(
      summary({
        choices: {
          statusColumn: 'Stage',
          qualifiedValues: { first: values, count: 1012 },
          attributes: [{ field: 'Age', ranges: { first: ranges, count: 6 } }],
        },
      }),
    );
    const row = await rowOf('leads.csv');
    const converted = row.getByText('Won 0, Won 1, Won 2 and 1,009 more');
    expect(converted.title).toBe(`${values.join(', ')} and 1,002 more`);
    const attribute = row.getByText('Age (Low: 10 to 19, 20 to 29, 30 to 39, 40 to 49 and 2 more)');
    expect(attribute.title).toBe('Age (Low: 10 to 19, 20 to 29, 30 to 39, 40 to 49, 50 to 59, 60 to 69)');
    expect(row.getByText('Stage').title).toBe('');
  });

  test('shows an analysis of an earlier release without its choices', async () => {
    openList(summary({ choices: null }));
    const row = await rowOf('leads.csv');
    expect(row.getByText('38.5%')).toBeInTheDocument();
    expect(row.queryByText('Status column')).toBeNull();
  });

  test('leads to working on an analysis again', async () => {
    openList(summary({ id: 'a/b?c' }));
    await user.click(await screen.findByRole('link', { name: 'Edit leads.csv' }));
    expect(address()).toBe('/?loadAnalysis=a%2Fb%3Fc');
  });

  test('leads to the results of an analysis', async () => {
    openList(summary({ id: 'a/b?c' }));
    await user.click(await screen.findByRole('link', { name: 'leads.csv' }));
    expect(address()).toBe('/saved/a%2Fb%3Fc');
  });

  test('is searched by file name, whatever the case', async () => {
    openList(
      summary({ id: '1', fileName: 'Leads March.csv' }),
      summary({ id: '2', fileName: 'leads april.csv' }),
      summary({ id: '3', fileName: 'ÜBERSICHT.csv' }),
    );
    const search = await screen.findByPlaceholderText('Search analyses...');
    expect(screen.getByText('3 analyses')).toBeInTheDocument();
    await user.type(search, ' LEADS ');
    expect(names()).toEqual(['Leads March.csv', 'leads april.csv']);
    expect(screen.getByText('2 of 3 analyses')).toBeInTheDocument();
    await user.clear(search);
    await user.type(search, 'übers');
    expect(names()).toEqual(['ÜBERSICHT.csv']);
    await user.type(search, 'x');
    expect(screen.getByText(/There is none where the name contains “übersx”/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear Search' }));
    expect(names()).toHaveLength(3);
  });

  test('says that it loads, and leads to the first analysis while there is none', async () => {
    const answer = gate();
    open({ 'GET /api/analyses': { ...answerOf(analysesExamples.emptyList), after: answer.isOpen } });
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    answer.open();
    await user.click(await screen.findByRole('link', { name: 'Create Your First Analysis' }));
    expect(address()).toBe('/');
  });

  test('that cannot be loaded says why and is tried again on demand', async () => {
    const server = open({ 'GET /api/analyses': answerOf(analysesExamples.listUnavailable) });
    expect(await screen.findByText(/Please try again in a moment/)).toBeInTheDocument();
    server.answer('GET /api/analyses', answerOf(analysesExamples.list));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('link', { name: 'leads.csv' })).toBeInTheDocument();
  });
});

describe('a visitor who is not signed in', () => {
  test('is told so and sent to the sign-in page after half a second', async () => {
    const waits = skipWaits();
    const server = open({ 'GET /api/auth/user': SIGNED_OUT });
    await expectMessage('Login Required', 'Please log in to view saved analyses.');
    await waitFor(() => expect(address()).toBe('/auth/login'));
    expect(waits).toContain(500);
    expect(server.received('GET /api/analyses')).toEqual([]);
  });

  test('any more since the page was opened, too, and the sign-in page stays', async () => {
    skipWaits();
    open({ 'GET /api/analyses': answerOf(analysesExamples.listOfNobody) });
    await expectMessage('Login Required');
    await waitFor(() => expect(address()).toBe('/auth/login'));
    await user.type(await screen.findByLabelText('Email'), 'jane@example.com');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'jane@example.com');
    expect(address()).toBe('/auth/login');
  });
});

describe('deleting an analysis', () => {
  const both = [summary({ id: '1', fileName: 'one.csv' }), summary({ id: '2', fileName: 'two.csv' })];

  async function askToDelete(answer: Answer) {
    const server = open({ 'GET /api/analyses': { body: both }, 'DELETE /api/analyses/1': answer });
    await user.click(await screen.findByRole('button', { name: 'Delete one.csv' }));
    return { server, dialog: within(screen.getByRole('alertdialog', { name: 'Delete this analysis?' })) };
  }

  test('asks first, by name, and does nothing on Cancel', async () => {
    const { server, dialog } = await askToDelete({});
    expect(dialog.getByText(/“one\.csv”/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(names()).toEqual(['one.csv', 'two.csv']);
    expect(server.received('DELETE /api/analyses/1')).toEqual([]);
  });

  test('takes it from the list at once, holds other deletions back, and refreshes the list', async () => {
    const answer = gate();
    const { server, dialog } = await askToDelete({
      ...answerOf(analysesExamples.deleted),
      after: answer.isOpen,
    });
    await user.click(dialog.getByRole('button', { name: 'Delete analysis' }));
    await waitFor(() => expect(names()).toEqual(['two.csv']));
    expect(screen.getByRole('button', { name: 'Delete two.csv' })).toHaveProperty('disabled', true);
    server.answer('GET /api/analyses', { body: both.slice(1) });
    answer.open();
    await expectMessage('Analysis Deleted', 'The analysis has been deleted successfully.');
    await waitFor(() => expect(server.received('GET /api/analyses')).toHaveLength(2));
    expect(names()).toEqual(['two.csv']);
    expect(screen.getByRole('button', { name: 'Delete two.csv' })).toHaveProperty('disabled', false);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test.each<[string, Answer]>([
    ['refused', answerOf(analysesExamples.deleteUnavailable)],
    ['lost on the way', { isLost: true }],
  ])('that is %s brings it back and says so', async (_, answer) => {
    const { dialog } = await askToDelete(answer);
    await user.click(dialog.getByRole('button', { name: 'Delete analysis' }));
    await expectMessage('Error', 'Failed to delete analysis. Please try again.');
    await waitFor(() => expect(names()).toEqual(['one.csv', 'two.csv']));
    expect(leaveDocument).not.toHaveBeenCalled();
  });

  test('that was deleted elsewhere leaves the list all the same', async () => {
    const { server, dialog } = await askToDelete(answerOf(analysesExamples.deleteNotFound));
    server.answer('GET /api/analyses', { body: both.slice(1) });
    await user.click(dialog.getByRole('button', { name: 'Delete analysis' }));
    await expectMessage(
      'Analysis Deleted',
      'It had already been deleted, in another tab or on another device.',
    );
    await waitFor(() => expect(names()).toEqual(['two.csv']));
  });

  test('by somebody who is logged out leads to signing in after half a second', async () => {
    const answer = gate();
    const { dialog } = await askToDelete({
      ...answerOf(analysesExamples.deleteOfNobody),
      after: answer.isOpen,
    });
    await user.click(dialog.getByRole('button', { name: 'Delete analysis' }));
    const waits = skipWaits();
    answer.open();
    await expectMessage('Unauthorized', 'You are logged out. Logging in again...');
    await waitFor(() => expect(vi.mocked(leaveDocument).mock.calls).toEqual([['/api/login']]));
    expect(waits).toContain(500);
    expect(names()).toEqual(['one.csv', 'two.csv']);
    // Nothing of it is there should the Back button bring this page back.
    fireEvent(window, new PageTransitionEvent('pagehide', { persisted: true }));
    expect(screen.queryByText(/one\.csv|two\.csv/)).toBeNull();
  });
});
