"""Rulings on a phone: a judge's question stands in the address, its answer on the page. Nothing is recorded.

asking    Question                  reads an address into fields, keeps what is wrong with them, asks `scoring`
fields    CardField, OptionField    what is asked, as read and as shown
places    places, said              where people sit, and a ruling's words with those names in them
page      show, size_of             what all the pages share
and one module of views for each kind of question: trick, renege, calling, deal, draws, hand
"""
